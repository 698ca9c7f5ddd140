import { type ReactNode, useId } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { useLastUsed } from './last-used.ts'

interface MethodButtonProps {
  /** What is remembered as last used: the id of a provider, or `passkey`. */
  method: string
  mark: ReactNode
  label: string
  /** Shows the mark only. The label is then for screen readers, and this is what stands beside the pointer. */
  shortLabel?: string | undefined
  /** Why it cannot be pressed, if so. */
  refusal?: string | undefined
  /** What became of pressing it. It lies over what follows, so that it moves nothing. */
  note?: { error?: string; hint?: string } | undefined
  onClick: () => unknown
}

/** A way to sign in that takes one click. */
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
