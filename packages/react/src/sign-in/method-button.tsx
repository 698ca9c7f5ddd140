import { type ReactNode, useId } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { useLastUsed } from './last-used.ts'

interface MethodButtonProps {
  /** As in `useLastUsed`. */
  method: string
  mark: ReactNode
  label: string
  /** Shows only the mark, with this text as tooltip. The label is then for screen readers. */
  shortLabel?: string | undefined
  /** Why the button is disabled, if it is. */
  refusal?: string | undefined
  /** The result of the last click. It overlays the content below, so that the layout does not shift. */
  note?: { error?: string; hint?: string } | undefined
  autoFocus?: boolean | undefined
  onClick: () => unknown
}

/** A sign-in method that takes one click. */
export function MethodButton(props: MethodButtonProps) {
  const { method, mark, label, shortLabel, refusal, note, autoFocus, onClick } = props
  const id = useId()
  const last = useLastUsedMark(method, !shortLabel)
  const notes = [last.id, refusal && id].filter(Boolean).join(' ')
  return (
    <div className="lk-method" data-refused={!!refusal || undefined}>
      <Button wide isDisabled={!!refusal} describedBy={notes || undefined} autoFocus={autoFocus} onClick={onClick}>
        {mark}
        <span className={shortLabel ? 'lk-hidden' : 'lk-text'}>{label}</span>
      </Button>
      {last.mark}
      {refusal ? (
        <span className="lk-tooltip" role="tooltip" id={id}>
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

/** The mark of the method that was used last, and its id. */
export function useLastUsedMark(method: string, isShown = true) {
  const t = useTranslate()
  const id = useId()
  const isLast = useLastUsed() === method
  if (!isLast || !isShown) return {}
  const mark = (
    <span className="lk-badge" id={id}>
      {t('Last used')}
    </span>
  )
  return { id, mark }
}
