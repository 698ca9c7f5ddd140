import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyActions } from '../../testing/connections.ts'
import { createTestProject, testServer } from '../../testing/index.ts'
import { giveAccess, liveGrants } from '../../testing/oauth-grants.ts'
import { type OidcServer, oidcClientSecret, openOidcServer } from '../../testing/oidc-server.ts'
import { newPerson, signInWithProvider } from '../../testing/provider-sign-in.ts'
import { listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'

let idp: OidcServer
let otherIdp: OidcServer
beforeAll(async () => {
  ;[idp, otherIdp] = await Promise.all([openOidcServer(), openOidcServer()])
})
afterAll(() => Promise.all([idp.close(), otherIdp.close()]))

async function openCompany() {
  const project = await createTestProject(await testServer(), { 'domains.allowLocalhost': true })
  return { project, teamId: await teamActions(project).createTeam(undefined, 'Acme'), ...companyActions(project) }
}
type Company = Awaited<ReturnType<typeof openCompany>>

test.each<[string, (company: Company, id: string) => Promise<unknown>]>([
  ['is deactivated', ({ change }, id) => change(id, { is_active: false })],
  ['is deleted', ({ remove }, id) => remove(id)],
  [
    'is led to another provider',
    ({ change }, id) =>
      change(id, { oidc: { issuer: otherIdp.url, client_id: 'latchkey', client_secret: oidcClientSecret } }),
  ],
  [
    'loses its team',
    ({ project, teamId }) => project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id: teamId } }),
  ],
])('when the connection of a company %s, apps lose their access to people without another session', async (_, end) => {
  const company = await openCompany()
  const { project, teamId, connect } = company
  const { id, provider } = await connect(idp, teamId)
  const signIn = () => signInWithProvider(idp, project, newPerson(), { provider })
  const [present, signedOut, twice] = [await signIn(), await signIn(), await signIn()]
  await project.call('DELETE /auth/sessions/current', { user: signedOut })
  await project.call('POST /auth/sessions', { as: 'server', body: { user_id: twice.user.id } })
  const other = await createPerson(project)
  const ids = [present.user.id, signedOut.user.id, twice.user.id, other.id]
  for (const userId of ids) await giveAccess(project, userId)
  await listenToEvents(project, ['oauth_grant.revoked'])

  await end(company, id)
  const left = await Promise.all(ids.map(async (userId) => (await liveGrants(project, userId)).length))
  expect(left).toEqual([0, 0, 1, 1])
  const ended = (await listEvents(project)).map(({ data }) => data as { user_id: string; reason: string })
  expect(new Set(ended.map(({ user_id }) => user_id))).toEqual(new Set([present.user.id, signedOut.user.id]))
  expect(new Set(ended.map(({ reason }) => reason))).toEqual(new Set(['connection_ended']))
})
