import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import type { AuthSectionProps } from './auth.tsx'
import { isOnlyMethod } from './only-method.ts'
import { Badge, Placeholder, Row } from './row.tsx'

export function MagicLinkSection({ user, project, signInEmail }: AuthSectionProps) {
  const t = useTranslate()
  const removal = useConfirm({
    label: t('Turn off'),
    question: t("Turn it off? You won't be able to sign in by email anymore."),
    confirmLabel: t('Yes, turn it off'),
    onConfirm: () => user.update({ otpAuthEnabled: false }),
  })
  const title = t('Magic link')
  if (!user.otpAuthEnabled) {
    const canTurnOn = signInEmail === 'verified'
    return (
      <Row
        title={title}
        value={<Placeholder>{t('Sign in with a code or a link we email you.')}</Placeholder>}
        text={!canTurnOn && t('Verify your email before you turn this on.')}
        action={
          canTurnOn && (
            <Button size="small" autoFocus={removal.wasOpen} onClick={() => user.update({ otpAuthEnabled: true })}>
              {t('Turn on')}
            </Button>
          )
        }
      />
    )
  }
  const isOnly = isOnlyMethod('otp', user, project.config)
  return (
    <Row
      title={title}
      value={
        <>
          {t('You can sign in by email.')} <Badge kind="good">{t('Active')}</Badge>
        </>
      }
      text={isOnly && t("It's your only sign-in method, so it can't be turned off.")}
      action={!isOnly && removal.button}
    >
      {removal.question}
    </Row>
  )
}
