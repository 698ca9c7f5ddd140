import type { CurrentUser } from '@latchkey/sdk'
import { useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { isCancelledByPerson } from '../sign-in/passkey-cancelled.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { describeFailure } from '../ui/failures.tsx'
import { Note } from '../ui/field.tsx'
import type { SettingsPageProps } from './account-settings.tsx'
import { isOnlyMethod } from './only-method.ts'
import { Section } from './section.tsx'

export function PasskeySection({ user, project }: Pick<SettingsPageProps, 'user' | 'project'>) {
  const t = useTranslate()
  return (
    <Section
      title={t('Passkey')}
      text={t('Sign in with your fingerprint, face, or screen lock instead of a password.')}
    >
      <PasskeyState user={user} isOnly={isOnlyMethod('passkey', user, project.config)} />
    </Section>
  )
}

function PasskeyState({ user, isOnly }: { user: CurrentUser; isOnly: boolean }) {
  const t = useTranslate()
  if (!user.passkeyAuthEnabled) {
    if (user.primaryEmail && user.primaryEmailVerified) return <AddPasskey user={user} />
    return <span className="lk-placeholder">{t('Verify your email before you add a passkey.')}</span>
  }
  return (
    <>
      <div className="lk-row">
        {t('You have a passkey.')}
        <span className="lk-badge" data-kind="good">
          {t('Active')}
        </span>
      </div>
      <div className="lk-row">
        {isOnly ? (
          <span className="lk-placeholder">{t("It's your only sign-in method, so it can't be removed.")}</span>
        ) : (
          <Confirm
            label={t('Remove passkey')}
            question={t("Remove your passkey? You won't be able to sign in with it anymore.")}
            confirmLabel={t('Yes, remove it')}
            onConfirm={() => user.update({ passkeyAuthEnabled: false })}
          />
        )}
      </div>
    </>
  )
}

function AddPasskey({ user }: { user: CurrentUser }) {
  const t = useTranslate()
  const [note, setNote] = useState<{ error?: string; hint?: string }>({})
  const add = async () => {
    setNote({})
    const result = await user.registerPasskey()
    if (result.status === 'ok') return
    const { error } = result
    if (isCancelledByPerson(error)) setNote({ hint: t('No passkey was added.') })
    else if (error.errorCode === 'PASSKEY_WEBAUTHN_ERROR') setNote({ error: t("This device can't add a passkey.") })
    else setNote({ error: describeFailure(error, t) })
  }
  return (
    <>
      <Button size="small" onClick={add}>
        {t('Add a passkey')}
      </Button>
      <Note {...note} />
    </>
  )
}
