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
  /** The button's accessible name, if the label alone is ambiguous. */
  name?: string
}

/** A button that is replaced by its question. */
export function Confirm(props: ConfirmProps) {
  const { button, question } = useConfirm(props)
  return question || button
}

/** The same for questions that replace more than their button, such as a whole row. */
export function useConfirm({ kind, label, name, onConfirm, ...texts }: ConfirmProps) {
  const fold = useFold()
  const confirm = async () => {
    await onConfirm()
    fold.close()
  }
  return {
    ...fold,
    button: (
      <Button kind={kind} size="small" label={name} autoFocus={fold.wasOpen} onClick={fold.open}>
        {label}
      </Button>
    ),
    question: fold.isOpen && <Question {...texts} onConfirm={confirm} onCancel={fold.close} />,
  }
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
