import { useState } from 'react'
import { formatDate } from '../i18n/format-time.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Question, useFold } from '../ui/confirm.tsx'
import type { AuthSectionProps } from './auth.tsx'
import { NewRecoveryCodes } from './new-recovery-codes.tsx'
import { PasskeyFactorSection } from './passkey-factor.tsx'
import { RecoveryCodesSection } from './recovery-codes.tsx'
import { Badge, Placeholder, Row } from './row.tsx'
import { SetUpApp } from './set-up-app.tsx'
import { createTotpSecret } from './totp.ts'
import { TrustedDevicesSection } from './trusted-devices.tsx'

/** Hidden if the project offers none, and nothing else requires one, from users who have none. */
export function SecondFactorSection(props: AuthSectionProps) {
  const { user, project } = props
  const has = user.isMultiFactorRequired || user.isPasskeyMultiFactorEnabled
  const isOffered = project.config.secondFactor !== 'off' || has || user.secondFactorRequirement
  return isOffered ? <Section {...props} /> : null
}

function Section({ user, project }: AuthSectionProps) {
  const t = useTranslate()
  const lang = useLang()
  const fold = useFold()
  const [secret, setSecret] = useState<Uint8Array<ArrayBuffer>>()
  const [codes, setCodes] = useState<string[]>()
  const [isOfPasskey, setIsOfPasskey] = useState(false)
  const isOn = user.isMultiFactorRequired
  const requirement = user.secondFactorRequirement
  const name = requirement?.displayName ?? ''
  const isRequired = requirement !== null && requirement.requiredFrom === null
  /** The last second factor cannot be turned off while one is required. */
  const isKept = isRequired && isOn && !user.isPasskeyMultiFactorEnabled
  const start = () => {
    setSecret(createTotpSecret())
    fold.open()
  }
  const end = () => {
    setSecret(undefined)
    setCodes(undefined)
    setIsOfPasskey(false)
    fold.close()
  }
  const newCodes = codes && <NewRecoveryCodes codes={codes} user={user} project={project} onEnd={end} />
  const save = async (totpMultiFactorSecret: Uint8Array) => {
    await user.update({ totpMultiFactorSecret })
    await createCodes()
    setSecret(undefined)
  }
  /** The first second factor starts without any. */
  const createFirstCodes = async () => {
    if (isOn) return
    setIsOfPasskey(true)
    await createCodes()
  }
  const createCodes = async () => {
    try {
      setCodes(await user.createRecoveryCodes())
    } catch (error) {
      // The second factor is on by now, so this only means that the codes have to be created in their own row.
      console.error(error)
      end()
    }
  }
  const turnOff = async () => {
    await user.update({ totpMultiFactorSecret: null })
    fold.close()
  }
  return (
    <>
      <Row
        title={t('Two-factor authentication')}
        value={
          isOn ? (
            <>
              {t('Authenticator app')} <Badge kind="good">{t('Active')}</Badge>
            </>
          ) : (
            <Placeholder>{t('When you sign in, you also enter a code from an app on your phone.')}</Placeholder>
          )
        }
        text={
          requirement?.requiredFrom
            ? t('From {date} on, {name} requires two-factor authentication.', {
                date: formatDate(requirement.requiredFrom, lang),
                name,
              })
            : isKept && t("{name} requires it, so it can't be turned off.", { name })
        }
        action={
          !isKept && (
            <Button size="small" autoFocus={fold.wasOpen} onClick={isOn ? fold.open : start}>
              {isOn ? t('Turn off') : t('Set up')}
            </Button>
          )
        }
      >
        {fold.isOpen &&
          (!isOfPasskey && newCodes ? (
            newCodes
          ) : secret ? (
            <SetUpApp user={user} project={project} secret={secret} onVerified={() => save(secret)}>
              <Button kind="quiet" wide onClick={end}>
                {t('Cancel')}
              </Button>
            </SetUpApp>
          ) : (
            isOn && (
              <Question
                question={t('Turn off two-factor authentication? Anyone who knows your password could then sign in.')}
                confirmLabel={t('Yes, turn it off')}
                onConfirm={turnOff}
                onCancel={fold.close}
              />
            )
          ))}
      </Row>
      {user.passkeyAuthEnabled && (
        <PasskeyFactorSection
          user={user}
          keptFor={isRequired && !isOn ? name : undefined}
          onEnabled={createFirstCodes}
          codes={isOfPasskey && newCodes}
        />
      )}
      {(isOn || user.isPasskeyMultiFactorEnabled) && !secret && !codes && (
        <>
          <RecoveryCodesSection user={user} project={project} />
          <TrustedDevicesSection user={user} />
        </>
      )}
    </>
  )
}
