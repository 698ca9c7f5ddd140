import { useTranslate } from '../i18n/translation.tsx'
import { type FieldProps, TextField } from './field.tsx'

interface EmailFieldProps
  extends Pick<
    FieldProps,
    'autoFocus' | 'readOnly' | 'defaultValue' | 'hint' | 'success' | 'error' | 'remedy' | 'formError'
  > {
  /** `username` if it belongs to a password, so that password managers store both. */
  autoComplete: 'email' | 'username' | 'off'
  /** Whether the field suggests passkeys. */
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
