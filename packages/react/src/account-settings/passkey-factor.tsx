import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import type { AuthSectionProps } from './auth.tsx'
import { Badge, Placeholder, Row } from './row.tsx'

/** Whether sign-ins with a password or by email ask for a passkey too. */
export function PasskeyFactorSection({ user }: Pick<AuthSectionProps, 'user'>) {
  const t = useTranslate()
  const set = (passkeyMultiFactorEnabled: boolean) => user.update({ passkeyMultiFactorEnabled })
  const isOn = user.isPasskeyMultiFactorEnabled
  const ending = useConfirm({
    label: t('Turn off'),
    question: t('Turn off two-factor authentication? Anyone who knows your password could then sign in.'),
    confirmLabel: t('Yes, turn it off'),
    onConfirm: () => set(false),
  })
  return (
    <Row
      title={t('Passkey as a second step')}
      value={
        <>
          <Placeholder>{t('When you sign in another way, you also confirm it with a passkey.')}</Placeholder>{' '}
          {isOn && <Badge kind="good">{t('Active')}</Badge>}
        </>
      }
      action={
        isOn ? (
          ending.button
        ) : (
          <Button size="small" autoFocus={ending.wasOpen} onClick={() => set(true)}>
            {t('Turn on')}
          </Button>
        )
      }
    >
      {ending.question}
    </Row>
  )
}
