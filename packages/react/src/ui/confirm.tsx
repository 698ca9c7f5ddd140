import { useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from './button.tsx'

interface ConfirmProps {
  kind?: 'danger'
  label: string
  question: string
  confirmLabel: string
  onConfirm: () => Promise<void>
}

/** A button that asks once more, in its place. The focus goes to the harmless answer. */
export function Confirm({ kind, label, question, confirmLabel, onConfirm }: ConfirmProps) {
  const t = useTranslate()
  const [isAsking, setIsAsking] = useState<boolean>()
  if (!isAsking) {
    return (
      <Button kind={kind} size="small" autoFocus={isAsking === false} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
    )
  }
  const confirm = async () => {
    await onConfirm()
    setIsAsking(false)
  }
  return (
    <fieldset className="lk-confirm">
      <legend className="lk-text">{question}</legend>
      <div className="lk-actions">
        <Button kind="danger" size="small" onClick={confirm}>
          {confirmLabel}
        </Button>
        <Button size="small" autoFocus onClick={() => setIsAsking(false)}>
          {t('Cancel')}
        </Button>
      </div>
    </fieldset>
  )
}
