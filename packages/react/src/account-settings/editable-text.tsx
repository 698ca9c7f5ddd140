import { useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Note } from '../ui/field.tsx'
import { Icon, pencil } from '../ui/icon.tsx'
import { useForm } from '../ui/use-form.ts'

interface EditableTextProps {
  value: string
  label: string
  editLabel: string
  autoComplete?: string
  onSave: (value: string) => Promise<void>
}

/** A text that becomes a field when its pencil is pressed. */
export function EditableText(props: EditableTextProps) {
  const t = useTranslate()
  const [isEditing, setIsEditing] = useState(false)
  const [wasEdited, setWasEdited] = useState(false)
  if (isEditing) {
    const close = () => {
      setIsEditing(false)
      setWasEdited(true)
    }
    return <TextForm {...props} onClose={close} />
  }
  return (
    <div className="lk-row">
      {props.value || <span className="lk-placeholder">{t('Not set')}</span>}
      <button
        className="lk-icon-button"
        type="button"
        aria-label={props.editLabel}
        onClick={() => setIsEditing(true)}
        // biome-ignore lint/a11y/noAutofocus: the focus comes back to where editing was started
        autoFocus={wasEdited}
      >
        <Icon path={pencil} />
      </button>
    </div>
  )
}

function TextForm({ value, label, autoComplete, onSave, onClose }: EditableTextProps & { onClose: () => void }) {
  const t = useTranslate()
  const { form, errors, isBusy } = useForm({
    fields: ['text'],
    check: () => ({}),
    async submit({ text }) {
      if (text.trim() !== value) await onSave(text.trim())
      onClose()
      return undefined
    },
  })
  return (
    <form {...form} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <input
        className="lk-input"
        name="text"
        aria-label={label}
        autoComplete={autoComplete}
        defaultValue={value}
        maxLength={256}
        // biome-ignore lint/a11y/noAutofocus: the field takes the place of the pencil that was pressed
        autoFocus
      />
      <Note error={errors.form} />
      <div className="lk-actions">
        <SubmitButton size="small" isBusy={isBusy}>
          {t('Save')}
        </SubmitButton>
        <Button size="small" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
