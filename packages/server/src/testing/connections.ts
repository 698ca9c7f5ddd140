import { providerIdOf } from '../identity/connections/provider-id.ts'
import type { NameServer } from './name-server.ts'
import { type OidcServer, oidcClientSecret } from './oidc-server.ts'
import type { TestProject } from './project.ts'

let companies = 0
/** A domain that no other test has. */
export const newDomain = () => `company-${++companies}-${process.pid}.example.com`

/** What administrators of a company do with the key of the app's server. */
export function companyActions(project: TestProject) {
  const { call } = project
  const asServer = { as: 'server' as const }
  return {
    connect: async (idp: Pick<OidcServer, 'url'>, team_id: string | null, more: Record<string, unknown> = {}) => {
      const body = {
        team_id,
        display_name: 'Acme',
        is_active: true,
        oidc: { issuer: idp.url, client_id: 'latchkey', client_secret: oidcClientSecret },
        ...more,
      }
      const connection = await call('POST /connections', { ...asServer, body: body as never })
      return { ...connection, provider: providerIdOf(connection.id) }
    },
    change: (id: string, body: Record<string, unknown>) =>
      call('PATCH /connections/{connection_id}', {
        ...asServer,
        params: { connection_id: id },
        body: body as never,
      }),
    read: (id: string) => call('GET /connections/{connection_id}', { ...asServer, params: { connection_id: id } }),
    remove: (id: string) => call('DELETE /connections/{connection_id}', { ...asServer, params: { connection_id: id } }),
    test: (id: string) =>
      call('POST /connections/{connection_id}/test', { ...asServer, params: { connection_id: id }, body: {} }),
    addDomain: (domain: string, team_id: string | null) =>
      call('POST /connection-domains', { ...asServer, body: { domain, team_id } }),
    check: (id: string) =>
      call('POST /connection-domains/{domain_id}/check', { ...asServer, params: { domain_id: id }, body: {} }),
    /** Adds the domain and proves it. */
    prove: async (names: NameServer, domain: string, team_id: string | null) => {
      const added = await call('POST /connection-domains', { ...asServer, body: { domain, team_id } })
      names.records.set(added.record.name, [added.record.value])
      return call('POST /connection-domains/{domain_id}/check', {
        ...asServer,
        params: { domain_id: added.id },
        body: {},
      })
    },
    find: async (email: string) => (await call('POST /auth/connections/find', { body: { email } })).connection,
  }
}
