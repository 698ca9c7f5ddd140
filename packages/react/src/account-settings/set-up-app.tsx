import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { CodeForm } from '../ui/code-form.tsx'
import type { AuthSectionProps } from './auth.tsx'
import type { QrCodeProps } from './qr-code.tsx'
import { isTotpCode, toBase32, toTotpUri } from './totp.ts'

/** Lazy. If it fails to load, users can type the key below it. */
const QrCode = lazy<ComponentType<QrCodeProps>>(() => import('./qr-code.tsx').catch(() => ({ default: () => null })))

interface SetUpAppProps extends Pick<AuthSectionProps, 'project'> {
  user: Pick<AuthSectionProps['user'], 'id' | 'primaryEmail'>
  secret: Uint8Array<ArrayBuffer>
  /** Saves the secret. A secret that is missing in the app would lock the user out, so a code is checked first. */
  onVerified: () => Promise<void>
  /** Ways out. */
  children: ReactNode
}

export function SetUpApp({ user, project, secret, onVerified, children }: SetUpAppProps) {
  const t = useTranslate()
  const verify = async (code: string) => {
    if (!(await isTotpCode(code, secret))) return t('Wrong code. Enter the one your app shows now.')
    await onVerified()
    return undefined
  }
  return (
    <div className="lk-second-factor">
      <p className="lk-text">{t('Scan this with your authenticator app, then enter the code it shows.')}</p>
      <div className="lk-qr-place">
        <Suspense fallback={null}>
          <QrCode
            text={toTotpUri(secret, project.displayName, user.primaryEmail ?? user.id)}
            label={t('QR code for your authenticator app')}
          />
        </Suspense>
      </div>
      <p className="lk-section-text">
        {t("Can't scan it? Enter this key in the app:")}{' '}
        <code className="lk-secret">{toBase32(secret).replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <CodeForm label={t('Code')} alphabet="digits" submitLabel={t('Verify')} onCode={verify} autoFocus>
        {children}
      </CodeForm>
    </div>
  )
}
