import { useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { isCancelledByPerson } from '../sign-in/passkey-cancelled.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { describeFailure } from '../ui/failures.tsx'
import type { AuthSectionProps } from './auth.tsx'
import { isOnlyMethod } from './only-method.ts'
import { Badge, Placeholder, Row } from './row.tsx'

export function PasskeySection({ user, project, signInEmail }: AuthSectionProps) {
  const t = useTranslate()
  const [note, setNote] = useState<{ text: string; kind?: 'error' }>()
  const title = t('Passkey')

  const add = async () => {
    setNote(undefined)
    const result = await user.registerPasskey()
    if (result.status === 'ok') return
    const { error } = result
    if (isCancelledByPerson(error)) setNote({ text: t('No passkey was added.') })
    else if (error.errorCode === 'PASSKEY_WEBAUTHN_ERROR')
      setNote({ text: t("This device can't add a passkey."), kind: 'error' })
    else setNote({ text: describeFailure(error, t), kind: 'error' })
  }
  const removal = useConfirm({
    label: t('Remove passkey'),
    question: t("Remove your passkey? You won't be able to sign in with it anymore."),
    confirmLabel: t('Yes, remove it'),
    onConfirm: () => user.update({ passkeyAuthEnabled: false }),
  })

  if (!user.passkeyAuthEnabled) {
    const canAdd = signInEmail === 'verified'
    return (
      <Row
        title={title}
        value={
          <Placeholder>{t('Sign in with your fingerprint, face, or screen lock instead of a password.')}</Placeholder>
        }
        text={
          canAdd ? (
            <span className="lk-status" role="status" data-kind={note?.kind}>
              {note?.text}
            </span>
          ) : (
            t('Verify your email before you add a passkey.')
          )
        }
        action={
          canAdd && (
            <Button size="small" autoFocus={removal.wasOpen} onClick={add}>
              {t('Add a passkey')}
            </Button>
          )
        }
      />
    )
  }
  const isOnly = isOnlyMethod('passkey', user, project.config)
  return (
    <Row
      title={title}
      value={
        <>
          {t('You have a passkey.')} <Badge kind="good">{t('Active')}</Badge>
        </>
      }
      text={isOnly && t("It's your only sign-in method, so it can't be removed.")}
      action={!isOnly && removal.button}
    >
      {removal.question}
    </Row>
  )
}
