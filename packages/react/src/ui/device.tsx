import { describeUserAgent } from '@latchkey/contract/user-agent'
import { useTranslate } from '../i18n/translation.tsx'
import { Icon } from './icon.tsx'
import { monitor, phone, tablet, unknown } from './more-icons.ts'

const icons = { desktop: monitor, phone, tablet }

export function DeviceIcon({ userAgent }: { userAgent: string | undefined }) {
  const { kind } = describeUserAgent(userAgent)
  return <Icon path={kind ? icons[kind] : unknown} />
}

/** The browser and the operating system, as far as they are known. */
export function useDeviceName(userAgent: string | undefined): string {
  const t = useTranslate()
  const { browser, system } = describeUserAgent(userAgent)
  return browser && system
    ? t('{browser} on {system}', { browser, system })
    : (browser ?? system ?? t('Unknown device'))
}
