import type { PasskeyRegistrationError } from '@latchkey/sdk'
import { useRef, useState } from 'react'
import { type Translate, useTranslate } from '../i18n/translation.tsx'
import { isCancelledByPerson } from '../sign-in/passkey-cancelled.ts'
import { Button } from '../ui/button.tsx'
import { describeFailure } from '../ui/failures.tsx'
import type { AuthSectionProps } from './auth.tsx'
import { isOnlyMethod } from './only-method.ts'
import { PasskeyItem } from './passkey-item.tsx'
import { Placeholder, Row } from './row.tsx'

/** As many as the server accepts. */
const maxPasskeys = 20

export function PasskeySection(props: AuthSectionProps) {
  return props.user.passkeyAuthEnabled ? <PasskeyList {...props} /> : <NoPasskey {...props} />
}

function NoPasskey({ user, signInEmail }: AuthSectionProps) {
  const t = useTranslate()
  const { note, button } = useAdd(user)
  const canAdd = signInEmail === 'verified'
  return (
    <Row
      title={t('Passkeys')}
      value={
        <Placeholder>{t('Sign in with your fingerprint, face, or screen lock instead of a password.')}</Placeholder>
      }
      text={canAdd ? note : t('Verify your email before you add a passkey.')}
      action={canAdd && button}
    />
  )
}

function PasskeyList({ user, project, signInEmail }: AuthSectionProps) {
  const t = useTranslate()
  const title = useRef<HTMLHeadingElement>(null)
  const passkeys = user.usePasskeys()
  const { note, button } = useAdd(user)
  const isOnly = passkeys.length === 1 && isOnlyMethod('passkey', user, project.config)
  const isFull = passkeys.length >= maxPasskeys
  return (
    <Row title={t('Passkeys')} titleRef={title}>
      <ul className="lk-list">
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} isOnlyMethod={isOnly} title={title} />
        ))}
      </ul>
      {isFull && (
        <p className="lk-section-text">
          {t('You can have up to {count} passkeys. Remove one before you add another.', { count: String(maxPasskeys) })}
        </p>
      )}
      {!isFull && signInEmail === 'verified' && (
        <>
          {button}
          <p className="lk-section-text">{note}</p>
        </>
      )}
    </Row>
  )
}

/** The button that adds a passkey, and the reason why it did not. */
function useAdd(user: AuthSectionProps['user']) {
  const t = useTranslate()
  const [note, setNote] = useState<{ text: string; kind?: 'error' }>()
  const add = async () => {
    setNote(undefined)
    const result = await user.registerPasskey()
    if (result.status === 'ok') return
    const { error } = result
    const text = describeRegistration(error, t)
    const isKnown = error.errorCode === 'PASSKEY_WEBAUTHN_ERROR' && error.details.code === 'InvalidStateError'
    setNote(isCancelledByPerson(error) || isKnown ? { text } : { text, kind: 'error' })
  }
  return {
    note: (
      <span className="lk-status" role="status" data-kind={note?.kind}>
        {note?.text}
      </span>
    ),
    button: (
      <Button size="small" onClick={add}>
        {t('Add a passkey')}
      </Button>
    ),
  }
}

/** Why no passkey was added. */
export function describeRegistration(error: PasskeyRegistrationError, t: Translate): string {
  if (isCancelledByPerson(error)) return t('No passkey was added.')
  if (error.errorCode !== 'PASSKEY_WEBAUTHN_ERROR') return describeFailure(error, t)
  const isKnown = error.details.code === 'InvalidStateError'
  return isKnown ? t('This device already has a passkey for your account.') : t("This device can't add a passkey.")
}
