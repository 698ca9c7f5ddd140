import { type ReactNode, useId } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { useLastUsed } from './last-used.ts'

interface MethodButtonProps {
  /** What is remembered as last used: the id of a provider, or `passkey`. */
  method: string
  /** Gives the button the colours of this provider. */
  provider?: string | undefined
  mark?: ReactNode
  label: string
  /** Why it cannot be pressed, if so. */
  refusal?: string | undefined
  onClick: () => unknown
}

/** A way to sign in that takes one click. */
export function MethodButton({ method, provider, mark, label, refusal, onClick }: MethodButtonProps) {
  const t = useTranslate()
  const id = useId()
  const isLast = useLastUsed() === method
  const notes = [isLast && `${id}-last`, refusal && `${id}-refusal`].filter(Boolean).join(' ')
  return (
    <div className="lk-method">
      <Button wide provider={provider} isDisabled={!!refusal} describedBy={notes || undefined} onClick={onClick}>
        {mark}
        {label}
      </Button>
      {isLast && (
        <span className="lk-badge" id={`${id}-last`}>
          {t('Last used')}
        </span>
      )}
      {refusal && (
        <span className="lk-tooltip" role="tooltip" id={`${id}-refusal`}>
          {refusal}
        </span>
      )}
    </div>
  )
}
