import type { CompanyConnection } from '@latchkey/sdk'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { TextField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { FormActions } from './form-actions.tsx'

export function NameForm({ connection, onClose }: { connection: CompanyConnection; onClose: () => void }) {
  const t = useConnectionTranslate()
  const { form, errors, isBusy } = useForm({
    fields: ['name'],
    check: ({ name }) => ({ name: name.trim() ? undefined : t('Enter a name.') }),
    async submit({ name }) {
      await connection.update({ displayName: name.trim() })
      onClose()
      return undefined
    },
  })
  return (
    <form {...form} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <TextField
        name="name"
        label={t('Name')}
        autoComplete="off"
        defaultValue={connection.displayName}
        maxLength={100}
        error={errors.name}
        formError={errors.form}
        autoFocus
      />
      <FormActions label={t('Save')} isBusy={isBusy} onCancel={onClose} />
    </form>
  )
}
