import type { CompanyConnection } from '@latchkey/sdk'
import { Badge } from '../account-settings/row.tsx'
import { useConnectionTranslate } from '../i18n/connections/translation.ts'
import { formatDate } from '../i18n/format-time.ts'
import { useLang } from '../i18n/translation.tsx'

export const typeNames = { oidc: 'OpenID Connect', oauth2: 'OAuth 2.0', saml: 'SAML' } as const

const soonMillis = 30 * 86_400_000

/** When the last certificate of a SAML provider expires. */
export function findExpiry({ saml }: Pick<CompanyConnection, 'saml'>): Date | undefined {
  const ends = saml?.provider?.certificates.map(({ expiresAt }) => expiresAt.getTime()) ?? []
  return ends.length > 0 ? new Date(Math.max(...ends)) : undefined
}

/** Whether the settings of the provider have been entered. */
export const isComplete = ({ oidc, oauth2, saml }: CompanyConnection) => Boolean(oidc ?? oauth2 ?? saml?.provider)

export const isTested = ({ lastTest }: CompanyConnection) => lastTest?.status === 'succeeded'

export function ConnectionState({ connection }: { connection: CompanyConnection }) {
  const t = useConnectionTranslate()
  const lang = useLang()
  if (!isComplete(connection)) return <Badge>{t('Not set up yet')}</Badge>
  if (!connection.isActive) return <Badge>{t('Off')}</Badge>
  const expiry = findExpiry(connection)
  const leftMillis = expiry ? expiry.getTime() - Date.now() : Number.POSITIVE_INFINITY
  if (leftMillis <= 0) return <Badge kind="warning">{t('Certificate expired')}</Badge>
  if (connection.saml?.metadataFailingSince) return <Badge kind="warning">{t('Metadata unreachable')}</Badge>
  if (expiry && leftMillis < soonMillis) {
    return <Badge kind="warning">{t('Certificate expires {date}', { date: formatDate(expiry, lang) })}</Badge>
  }
  return <Badge kind="good">{t('Active')}</Badge>
}
