import type { KnownError } from '@latchkey/sdk'
import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useForm } from '../ui/use-form.ts'

interface RecoveryCodeFormProps {
  /** Returns why the code was not accepted. */
  onCode: (code: string) => Promise<string | KnownError | undefined>
  children: ReactNode
}

/** One field rather than cells: people paste codes, or copy them from paper in their own way. */
export function RecoveryCodeForm({ onCode, children }: RecoveryCodeFormProps) {
  const t = useTranslate()
  const { form, errors, isBusy } = useForm({
    fields: ['code'],
    check: ({ code }) => ({ code: code.trim() ? undefined : t('Enter a recovery code.') }),
    submit: async ({ code }) => ({ code: await onCode(code) }),
  })
  return (
    <form {...form}>
      <TextField
        name="code"
        label={t('Recovery code')}
        autoComplete="off"
        error={errors.code}
        formError={errors.form}
        autoFocus
      />
      <SubmitButton wide isBusy={isBusy}>
        {t('Verify')}
      </SubmitButton>
      {children}
    </form>
  )
}
