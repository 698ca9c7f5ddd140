import { type ReactNode, useId } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { useLastUsed } from './last-used.ts'

interface MethodButtonProps {
  /** The method to remember as last used: the id of a provider, or `passkey`. */
  method: string
  mark: ReactNode
  label: string
  /** Shows only the mark, with this text as tooltip. The label is then for screen readers. */
  shortLabel?: string | undefined
  /** Why the button is disabled, if it is. */
  refusal?: string | undefined
  /** The result of the last click. It overlays the content below, so that the layout does not shift. */
  note?: { error?: string; hint?: string } | undefined
  onClick: () => unknown
}

/** A sign-in method that takes one click. */
export function MethodButton({ method, mark, label, shortLabel, refusal, note, onClick }: MethodButtonProps) {
  const t = useTranslate()
  const id = useId()
  const isLast = useLastUsed() === method && !shortLabel
  const notes = [isLast && `${id}-last`, refusal && `${id}-refusal`].filter(Boolean).join(' ')
  return (
    <div className="lk-method" data-refused={!!refusal || undefined}>
      <Button wide isDisabled={!!refusal} describedBy={notes || undefined} onClick={onClick}>
        {mark}
        <span className={shortLabel ? 'lk-hidden' : 'lk-text'}>{label}</span>
      </Button>
      {isLast && (
        <span className="lk-badge" id={`${id}-last`}>
          {t('Last used')}
        </span>
      )}
      {refusal ? (
        <span className="lk-tooltip" role="tooltip" id={`${id}-refusal`}>
          {refusal}
        </span>
      ) : (
        shortLabel && (
          <span className="lk-tooltip" aria-hidden="true">
            {shortLabel}
          </span>
        )
      )}
      {note && (
        <span className="lk-callout" aria-live="polite" data-kind={note.error && 'error'}>
          {note.error ?? note.hint}
        </span>
      )}
    </div>
  )
}
