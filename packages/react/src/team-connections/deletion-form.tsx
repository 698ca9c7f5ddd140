import type { CompanyConnection } from '@latchkey/sdk'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { TextField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'
import { FormActions } from './form-actions.tsx'
import { explainRefusal } from './refusals.ts'

interface DeletionFormProps {
  connection: CompanyConnection
  onCancel: () => void
  onDeleted: () => void
}

export function DeletionForm({ connection, onCancel, onDeleted }: DeletionFormProps) {
  const t = useConnectionTranslate()
  const name = asShown(connection.displayName)
  const { form, errors, isBusy } = useForm({
    fields: ['name'],
    check: (values) => ({ name: asShown(values.name) === name ? undefined : t("This isn't the name.") }),
    async submit() {
      try {
        await connection.delete()
        onDeleted()
        return undefined
      } catch (error) {
        return { name: explainRefusal(error, t) }
      }
    },
  })
  return (
    <form {...form} onKeyDown={(event) => event.key === 'Escape' && onCancel()}>
      <p className="lk-text">
        {t(
          "Everyone who signed in with it will be signed out. Their accounts stay, but can't be used this way anymore. This can't be undone.",
        )}
      </p>
      <TextField
        name="name"
        label={t('Type “{name}” to confirm', { name })}
        autoComplete="off"
        error={errors.name}
        formError={errors.form}
        autoFocus
      />
      <FormActions kind="danger" label={t('Delete')} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}

/** Browsers show any white space as one space, which is what people type. */
const asShown = (text: string) => text.trim().replace(/\s+/g, ' ')
