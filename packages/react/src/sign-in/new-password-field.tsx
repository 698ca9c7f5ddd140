import { type FormEvent, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { type FieldProps, PasswordField } from '../ui/field.tsx'
import { type Advice, adviseOn } from './password-advice.ts'
import { MIN_PASSWORD_LENGTH } from './password-checks.ts'

/** A field for a new password, which says how to make the typed one harder to guess. */
export function NewPasswordField(props: Pick<FieldProps, 'label' | 'error' | 'formError' | 'autoFocus'>) {
  const t = useTranslate()
  const [advice, setAdvice] = useState<Advice>()
  const advise = ({ target }: FormEvent) => {
    const { form, value } = target as HTMLInputElement
    const email = form?.querySelector<HTMLInputElement>('[type=email]')?.value
    setAdvice(adviseOn(value, email ?? ''))
  }
  return (
    <div onInput={advise}>
      <PasswordField
        {...props}
        name="password"
        autoComplete="new-password"
        hint={advice ? t(advice.text) : t('Use at least {min} characters.', { min: MIN_PASSWORD_LENGTH })}
        success={advice?.isGood}
      />
    </div>
  )
}
