import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { useFold } from '../ui/confirm.tsx'
import { TextField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { Placeholder, Row } from './row.tsx'

interface EditableRowProps {
  title: string
  value: string
  text?: ReactNode
  editLabel: string
  autoComplete?: string
  isRequired?: boolean
  onSave: (value: string) => Promise<void>
}

/** A text that turns into an input for editing. */
export function EditableRow({ title, text, ...props }: EditableRowProps) {
  const t = useTranslate()
  const fold = useFold()
  return (
    <Row
      title={title}
      value={props.value || <Placeholder>{t('Not set')}</Placeholder>}
      text={text}
      action={
        <Button size="small" label={props.editLabel} autoFocus={fold.wasOpen} onClick={fold.open}>
          {t('Edit')}
        </Button>
      }
    >
      {fold.isOpen && <TextForm {...props} title={title} onClose={fold.close} />}
    </Row>
  )
}

interface TextFormProps extends Pick<EditableRowProps, 'title' | 'value' | 'autoComplete' | 'isRequired' | 'onSave'> {
  maxLength?: number
  onClose: () => void
}

/** An input for one text, with its buttons. */
export function TextForm({ title, value, autoComplete, isRequired, maxLength, onSave, onClose }: TextFormProps) {
  const t = useTranslate()
  const { form, errors, isBusy } = useForm({
    fields: ['text'],
    check: ({ text }) => ({ text: isRequired && !text.trim() ? t('Enter a name.') : undefined }),
    async submit({ text }) {
      if (text.trim() !== value) await onSave(text.trim())
      onClose()
      return undefined
    },
  })
  return (
    <form {...form} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <TextField
        name="text"
        label={title}
        isLabelHidden
        autoComplete={autoComplete ?? 'off'}
        defaultValue={value}
        maxLength={maxLength}
        error={errors.text}
        formError={errors.form}
        autoFocus
      />
      <FormActions label={t('Save')} isBusy={isBusy} onCancel={onClose} />
    </form>
  )
}

/** The buttons of an inline form. */
export function FormActions(props: { label: string; isBusy: boolean; onCancel: () => void }) {
  const t = useTranslate()
  return (
    <div className="lk-actions">
      <SubmitButton size="small" isBusy={props.isBusy}>
        {props.label}
      </SubmitButton>
      <Button size="small" onClick={props.onCancel}>
        {t('Cancel')}
      </Button>
    </div>
  )
}
