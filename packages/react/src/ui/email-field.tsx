import { useTranslate } from '../i18n/translation.tsx'
import { type FieldProps, TextField } from './field.tsx'

interface EmailFieldProps
  extends Pick<FieldProps, 'autoFocus' | 'defaultValue' | 'hint' | 'success' | 'error' | 'remedy' | 'formError'> {
  /** `username` where it belongs to a password: password managers keep both. */
  autoComplete: 'email' | 'username' | 'off'
  /** Whether passkeys stand among its suggestions. */
  hasPasskeys?: boolean | undefined
}

export function EmailField({ autoComplete, hasPasskeys, ...props }: EmailFieldProps) {
  const t = useTranslate()
  return (
    <TextField
      {...props}
      name="email"
      type="email"
      inputMode="email"
      label={t('Email')}
      autoComplete={hasPasskeys ? `${autoComplete} webauthn` : autoComplete}
    />
  )
}
