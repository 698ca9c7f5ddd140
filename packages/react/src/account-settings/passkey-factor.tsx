import type { ReactNode } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import type { AuthSectionProps } from './auth.tsx'
import { Badge, Placeholder, Row } from './row.tsx'

interface PasskeyFactorProps extends Pick<AuthSectionProps, 'user'> {
  /** Who requires a second factor, if it is the user's last one. */
  keptFor: string | undefined
  /** After it was turned on. */
  onEnabled: () => Promise<void>
  /** What is shown after that. */
  codes: ReactNode
}

/** Whether sign-ins with a password or by email ask for a passkey too. */
export function PasskeyFactorSection({ user, keptFor, onEnabled, codes }: PasskeyFactorProps) {
  const t = useTranslate()
  const set = (passkeyMultiFactorEnabled: boolean) => user.update({ passkeyMultiFactorEnabled })
  const turnOn = async () => {
    await set(true)
    await onEnabled()
  }
  const isOn = user.isPasskeyMultiFactorEnabled
  const isKept = isOn && keptFor !== undefined
  const explanation = t('When you sign in another way, you also confirm it with a passkey.')
  const ending = useConfirm({
    label: t('Turn off'),
    question: t('Turn off two-factor authentication? Anyone who knows your password could then sign in.'),
    confirmLabel: t('Yes, turn it off'),
    onConfirm: () => set(false),
  })
  return (
    <Row
      title={t('Passkey as a second step')}
      value={isOn ? <Badge kind="good">{t('Active')}</Badge> : <Placeholder>{explanation}</Placeholder>}
      text={isKept ? t("{name} requires it, so it can't be turned off.", { name: keptFor }) : isOn && explanation}
      action={
        isOn ? (
          !isKept && ending.button
        ) : (
          <Button size="small" autoFocus={ending.wasOpen} onClick={turnOn}>
            {t('Turn on')}
          </Button>
        )
      }
    >
      {codes || ending.question}
    </Row>
  )
}
