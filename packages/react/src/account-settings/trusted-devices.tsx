import type { TrustedDevice } from '@latchkey/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '../hooks/user-types.ts'
import { formatDate, formatRelativeTime } from '../i18n/format-time.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { DeviceIcon, useDeviceName } from './device.tsx'
import { Fact, Item, Row } from './row.tsx'

/** Nothing if there are none. Not cached, because sign-ins on other devices change them at any time. */
export function TrustedDevicesSection({ user }: { user: CurrentUser }) {
  const t = useTranslate()
  const title = useRef<HTMLHeadingElement>(null)
  const { devices, load } = useTrustedDevices(user)
  if (devices.length === 0) return null
  const forget = async (forgetting: Promise<void>) => {
    try {
      await forgetting
    } finally {
      await load()
      title.current?.focus()
    }
  }
  return (
    <Row title={t('Trusted devices')} titleRef={title}>
      <p className="lk-section-text">{t("On these devices, you aren't asked for a second step when you sign in.")}</p>
      <ul className="lk-list">
        {devices.map((device) => (
          <DeviceItem key={device.id} device={device} onForget={() => forget(user.forgetTrustedDevice(device.id))} />
        ))}
      </ul>
      {devices.length > 1 && (
        <Confirm
          label={t('Forget all')}
          question={t('Forget all devices? Each will ask for the second step the next time you sign in.')}
          confirmLabel={t('Yes, forget all')}
          onConfirm={() => forget(user.forgetTrustedDevices())}
        />
      )}
    </Row>
  )
}

function DeviceItem({ device, onForget }: { device: TrustedDevice; onForget: () => Promise<void> }) {
  const t = useTranslate()
  const lang = useLang()
  const { userAgent, expiresAt, lastUsedAt } = device
  const name = useDeviceName(userAgent ?? undefined)
  return (
    <Item
      icon={<DeviceIcon userAgent={userAgent ?? undefined} />}
      name={name}
      text={
        <>
          {lastUsedAt && (
            <Fact>
              <time dateTime={lastUsedAt.toISOString()} title={formatDate(lastUsedAt, lang, true)}>
                {t('Last used {time}', { time: formatRelativeTime(lastUsedAt, lang) })}
              </time>
            </Fact>
          )}
          <Fact>{t('Trusted until {date}', { date: formatDate(expiresAt, lang) })}</Fact>
        </>
      }
      action={
        <Button size="small" label={`${t('Forget')}: ${name}`} onClick={onForget}>
          {t('Forget')}
        </Button>
      }
    />
  )
}

/** Without the list, the other settings are of use as well. */
function useTrustedDevices(user: CurrentUser) {
  const [devices, setDevices] = useState<TrustedDevice[]>([])
  const load = useCallback(() => user.getTrustedDevices().then(setDevices, console.error), [user])
  useEffect(() => void load(), [load])
  return { devices, load }
}
