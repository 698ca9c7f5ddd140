import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { CodeForm } from '../ui/code-form.tsx'
import type { SettingsPageProps } from './account-settings.tsx'
import type { QrCodeProps } from './qr-code.tsx'
import { Section } from './section.tsx'
import { createTotpSecret, isTotpCode, toBase32, toTotpUri } from './totp.ts'

export function SecondFactorSection({ user, project }: Pick<SettingsPageProps, 'user' | 'project'>) {
  const t = useTranslate()
  const [secret, setSecret] = useState<Uint8Array<ArrayBuffer>>()
  return (
    <Section
      title={t('Two-factor authentication')}
      text={t('When you sign in, you also enter a code from an app on your phone.')}
    >
      {user.isMultiFactorRequired ? (
        <div className="lk-row">
          <span className="lk-badge" data-kind="good">
            {t('Active')}
          </span>
          <Button size="small" onClick={() => user.update({ totpMultiFactorSecret: null })}>
            {t('Turn off')}
          </Button>
        </div>
      ) : secret ? (
        <SetUp user={user} project={project} secret={secret} onEnd={() => setSecret(undefined)} />
      ) : (
        <Button size="small" onClick={() => setSecret(createTotpSecret())}>
          {t('Set up')}
        </Button>
      )}
    </Section>
  )
}

/** Fetched when needed. Where that fails, the key below it does as well. */
const QrCode = lazy<ComponentType<QrCodeProps>>(() => import('./qr-code.tsx').catch(() => ({ default: () => null })))

interface SetUpProps extends Pick<SettingsPageProps, 'user' | 'project'> {
  secret: Uint8Array<ArrayBuffer>
  onEnd: () => void
}

/** The code is checked here first: a secret that the app did not take in would lock the person out. */
function SetUp({ user, project, secret, onEnd }: SetUpProps) {
  const t = useTranslate()
  const account = user.primaryEmail ?? user.id
  const save = async (code: string) => {
    if (!(await isTotpCode(code, secret))) return t('Wrong code. Enter the one your app shows now.')
    await user.update({ totpMultiFactorSecret: secret })
    onEnd()
    return undefined
  }
  return (
    <div className="lk-second-factor">
      <p className="lk-text">{t('Scan this with your authenticator app, then enter the code it shows.')}</p>
      <div className="lk-qr-place">
        <Suspense fallback={null}>
          <QrCode
            text={toTotpUri(secret, project.displayName, account)}
            label={t('QR code for your authenticator app')}
          />
        </Suspense>
      </div>
      <p className="lk-section-text">
        {t("Can't scan it? Enter this key in the app:")}{' '}
        <code className="lk-secret">{toBase32(secret).replace(/.{4}(?=.)/g, '$& ')}</code>
      </p>
      <CodeForm label={t('Code')} alphabet="digits" submitLabel={t('Verify')} onCode={save} autoFocus>
        <Button kind="quiet" wide onClick={onEnd}>
          {t('Cancel')}
        </Button>
      </CodeForm>
    </div>
  )
}
