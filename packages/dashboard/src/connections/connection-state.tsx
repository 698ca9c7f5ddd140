import type { RowOf } from '../data/data.ts'
import { Badge } from '../ui/page.tsx'
import { formatShortDay } from '../ui/time.tsx'

export type Connection = RowOf<'GET /connections'>

/** What it takes to set a connection up. A set-up link shows no more of it. */
export type ConnectionSetup = Pick<
  Connection,
  'type' | 'display_name' | 'is_active' | 'callback_url' | 'oidc' | 'oauth2' | 'saml' | 'last_test'
>

export const typeNames = { oidc: 'OpenID Connect', oauth2: 'OAuth 2.0', saml: 'SAML' } as const

const soonMillis = 30 * 86_400_000

/** When the last certificate of a SAML provider expires. */
export function findExpiry({ saml }: Pick<Connection, 'saml'>): number | undefined {
  const ends = saml?.provider?.certificates.map((each) => each.expires_at_millis) ?? []
  return ends.length > 0 ? Math.max(...ends) : undefined
}

/** Whether the settings of the provider have been entered. */
export const isComplete = ({ oidc, oauth2, saml }: ConnectionSetup) => Boolean(oidc ?? oauth2 ?? saml?.provider)

export function ConnectionState({ connection }: { connection: Connection }) {
  if (!isComplete(connection)) return <Badge>Not set up</Badge>
  if (!connection.is_active) return <Badge>Off</Badge>
  const expiry = findExpiry(connection)
  if (expiry !== undefined && expiry <= Date.now()) return <Badge tone="danger">Certificate expired</Badge>
  if (connection.saml?.metadata_failing_since_millis) return <Badge tone="danger">Metadata unreachable</Badge>
  if (expiry !== undefined && expiry - Date.now() < soonMillis) {
    return <Badge tone="accent">Certificate expires {formatShortDay(new Date(expiry))}</Badge>
  }
  return <Badge tone="success">Active</Badge>
}
