import { useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from './button.tsx'

interface QuestionProps {
  question: string
  confirmLabel: string
  onConfirm: () => Promise<unknown>
  onCancel: () => void
}

/** Asks for confirmation before something is lost. The safe answer gets the focus. */
export function Question({ question, confirmLabel, onConfirm, onCancel }: QuestionProps) {
  const t = useTranslate()
  return (
    <fieldset className="lk-confirm">
      <legend className="lk-text">{question}</legend>
      <div className="lk-actions">
        <Button kind="danger" size="small" onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button size="small" autoFocus onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </fieldset>
  )
}

interface ConfirmProps extends Omit<QuestionProps, 'onCancel'> {
  kind?: 'danger'
  label: string
}

/** A button that is replaced by its question. */
export function Confirm({ kind, label, question, confirmLabel, onConfirm }: ConfirmProps) {
  const fold = useFold()
  if (!fold.isOpen) {
    return (
      <Button kind={kind} size="small" autoFocus={fold.wasOpen} onClick={fold.open}>
        {label}
      </Button>
    )
  }
  const confirm = async () => {
    await onConfirm()
    fold.close()
  }
  return <Question question={question} confirmLabel={confirmLabel} onConfirm={confirm} onCancel={fold.close} />
}

/** Content that replaces a button, which gets the focus back afterwards (`autoFocus={wasOpen}`). */
export function useFold(isOpenAtFirst = false) {
  const [state, setState] = useState<'new' | 'open' | 'closed'>(isOpenAtFirst ? 'open' : 'new')
  return {
    isOpen: state === 'open',
    wasOpen: state !== 'new',
    open: () => setState('open'),
    close: () => setState('closed'),
  }
}
