import { describe, expect, test } from 'vitest'
import { race, separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { giveAccess, liveGrants } from '../../testing/oauth-grants.ts'
import { projectWithKeys } from '../../testing/project.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'

const settings = {
  'oauthProvider.isEnabled': true,
  'oauthProvider.scopes.invoices:read': { displayName: 'Read your invoices', description: 'Also those of last year' },
}

const notFound = { status: 404, body: { code: 'OAUTH_GRANT_NOT_FOUND' } }

const list = async (project: TestProject, request: object) =>
  (await project.call('GET /oauth-provider/grants', request)).items

async function registerClient({ id: project_id, server }: TestProject, id: string, registration: string | null = null) {
  const { db, now } = server.platform
  const client = {
    project_id,
    id,
    type: 'native' as const,
    display_name: 'Reporting 2',
    skips_consent: false,
    registration,
  }
  const dates = { created_at: now(), updated_at: now() }
  await db
    .insertInto('oauth_clients')
    .values({ ...client, ...dates, redirect_uris: [], post_logout_redirect_uris: [] })
    .execute()
}

describe('a list', () => {
  test('says what each app may do, for which team, and from where it was last used', async () => {
    const project = await testProject(settings)
    const person = await createPerson(project)
    const teamId = await teamActions(project).createTeam(person, 'Acme')
    await registerClient(project, 'reporting')
    const scopes = ['openid', 'invoices:read', 'removed:scope']
    const id = await giveAccess(project, person.id, { clientId: 'reporting', clientName: 'Reporting', teamId, scopes })
    await project.server.platform.db
      .updateTable('oauth_grants')
      .set({ last_used_at: new Date(5), last_used_user_agent: 'agent/1' })
      .where('project_id', '=', project.id)
      .where('id', '=', id)
      .execute()
    const place = { countryCode: null, regionCode: null, cityName: null }
    const ip_info = { ip: '203.0.113.7', ...place, tzIdentifier: null, latitude: null, longitude: null }
    await project.server.platform.db
      .updateTable('oauth_grants')
      .set({ last_used_ip_info: JSON.stringify(ip_info) })
      .where('project_id', '=', project.id)
      .execute()
    expect(await list(project, { user: person, query: { user_id: 'me' } })).toEqual([
      {
        id,
        user_id: person.id,
        client: { id: 'reporting', display_name: 'Reporting 2', host: null, is_verified: true, type: 'native' },
        scopes: [
          { id: 'openid', display_name: null, description: null },
          { id: 'invoices:read', display_name: 'Read your invoices', description: 'Also those of last year' },
        ],
        team: { id: teamId, display_name: 'Acme' },
        created_at_millis: expect.any(Number),
        expires_at_millis: null,
        last_used_at_millis: 5,
        last_used_ip_info: ip_info,
        last_used_user_agent: 'agent/1',
      },
    ])
  })

  test('does not believe what clients say about themselves', async () => {
    const project = await testProject(settings)
    const person = await createPerson(project)
    await registerClient(project, 'self-made', '{}')
    await giveAccess(project, person.id, { clientId: 'self-made', clientName: 'As approved' })
    await giveAccess(project, person.id, { clientId: 'https://notes.example.com/client.json' })
    const clients = (await list(project, { user: person, query: { user_id: 'me' } })).map(({ client }) => client)
    expect(clients).toEqual([
      {
        id: 'https://notes.example.com/client.json',
        display_name: 'Field Notes',
        host: 'notes.example.com',
        is_verified: false,
        type: null,
      },
      { id: 'self-made', display_name: 'As approved', host: null, is_verified: false, type: 'native' },
    ])
  })

  test('has pages, the newest first, and leaves out what has expired', async () => {
    const project = await testProject(settings)
    const person = await createPerson(project)
    const start = project.server.platform.now().getTime()
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      // Two of the same time.
      ids.unshift(await giveAccess(project, person.id, { now: new Date(start + Math.min(index, 3)) }))
    }
    await giveAccess(project, person.id, { expiresAt: new Date(start - 1) })
    const found: string[] = []
    let cursor: string | undefined
    do {
      const query = { user_id: 'me', limit: 2, ...(cursor && { cursor }) }
      const page = await project.call('GET /oauth-provider/grants', { user: person, query })
      found.push(...page.items.map(({ id }) => id))
      cursor = page.pagination.next_cursor ?? undefined
    } while (cursor)
    expect(found.slice(2)).toEqual(ids.slice(2))
    expect(found.slice(0, 2).sort()).toEqual(ids.slice(0, 2).sort())
    const bad = { user: person, query: { user_id: 'me', cursor: 'WzEsMl0' } }
    expect(await project.send('GET /oauth-provider/grants', bad)).toMatchObject({ status: 400 })
  })

  test('of a client or a team is for servers, which name what they want', async () => {
    const project = await testProject(settings)
    const { createTeam } = teamActions(project)
    const [one, other] = [await createPerson(project), await createPerson(project)]
    const teamId = await createTeam(one)
    const clientId = 'reporting'
    const first = await giveAccess(project, one.id, { clientId, teamId })
    const second = await giveAccess(project, other.id, { clientId })
    await giveAccess(project, other.id)
    const as = 'server' as const
    const ids = async (query: object) => (await list(project, { as, query })).map(({ id }) => id)
    expect((await ids({ client_id: clientId })).sort()).toEqual([first, second].sort())
    expect(await ids({ team_id: teamId })).toEqual([first])
    expect(await ids({ client_id: clientId, user_id: other.id })).toEqual([second])
    expect(await project.send('GET /oauth-provider/grants', { as, query: {} })).toMatchObject({ status: 400 })
    const query = { user_id: 'me', client_id: clientId }
    expect(await project.send('GET /oauth-provider/grants', { user: one, query })).toMatchObject({ status: 400 })
  })
})

describe('ending access', () => {
  test('takes one app its tokens and leaves the others', async () => {
    const project = await testProject(settings)
    await listenToEvents(project, ['oauth_grant.revoked'])
    const person = await createPerson(project)
    const [ended, kept] = [await giveAccess(project, person.id), await giveAccess(project, person.id)]
    const params = { user_id: 'me', grant_id: ended }
    await project.call('DELETE /oauth-provider/grants/{user_id}/{grant_id}', { user: person, params })
    expect(await liveGrants(project, person.id)).toEqual([kept])
    const again = { user: person, params }
    expect(await project.send('DELETE /oauth-provider/grants/{user_id}/{grant_id}', again)).toMatchObject(notFound)
    const client_id = `https://notes.example.com/${ended}.json`
    expect(await listAuditEntries(project, 'oauth_grant')).toEqual([
      {
        action: 'oauth_grant.revoked',
        actor_type: 'user',
        actor_id: person.id,
        target_type: 'user',
        target_id: person.id,
        details: { grant_id: ended, client_id, client_name: 'Field Notes', reason: 'ended_by_user' },
        ip_address: expect.any(String),
      },
    ])
    const grant = { id: ended, user_id: person.id, client_id, client_name: 'Field Notes', team_id: null }
    const more = { scopes: ['openid', 'email'], created_at_millis: expect.any(Number), expires_at_millis: null }
    expect(await listEvents(project)).toEqual([
      { type: 'oauth_grant.revoked', data: { ...grant, ...more, reason: 'ended_by_user' } },
    ])
  })

  test.each([
    ['server', 'ended_by_server'],
    ['admin', 'ended_by_server'],
  ] as const)('is possible with a %s key, for all apps of a user at once', async (as, reason) => {
    const project = await testProject(settings)
    await listenToEvents(project, ['oauth_grant.revoked'])
    const [person, other] = [await createPerson(project), await createPerson(project)]
    await giveAccess(project, person.id)
    await giveAccess(project, person.id)
    const kept = await giveAccess(project, other.id)
    await project.call('DELETE /oauth-provider/grants/{user_id}', { as, params: { user_id: person.id } })
    expect(await liveGrants(project, person.id)).toEqual([])
    expect(await liveGrants(project, other.id)).toEqual([kept])
    expect(await listEvents(project)).toMatchObject([{ data: { reason } }, { data: { reason } }])
  })

  test('is for nobody else: not other users, impersonators, ended sessions or other projects', async () => {
    const project = await testProject(settings)
    const [person, thief] = [await createPerson(project), await createPerson(project)]
    const id = await giveAccess(project, person.id)
    const end = (caller: object, user_id = 'me', on = project) =>
      on.send('DELETE /oauth-provider/grants/{user_id}/{grant_id}', { ...caller, params: { user_id, grant_id: id } })
    expect(await end({ user: thief })).toMatchObject(notFound)
    expect(await end({ user: thief }, person.id)).toMatchObject({ status: 403 })
    const all = { user: thief, params: { user_id: person.id } }
    expect(await project.send('DELETE /oauth-provider/grants/{user_id}', all)).toMatchObject({ status: 403 })
    const listed = { user: thief, query: { user_id: person.id } }
    expect(await project.send('GET /oauth-provider/grants', listed)).toMatchObject({ status: 403 })
    const body = { user_id: person.id, is_impersonation: true }
    const impersonator = await project.call('POST /auth/sessions', { as: 'admin', body })
    expect(await end({ user: impersonator })).toMatchObject({ status: 403 })
    const ended = await project.call('POST /auth/sessions', { as: 'server', body: { user_id: person.id } })
    await project.call('DELETE /auth/sessions/current', { user: ended })
    expect(await end({ user: ended })).toMatchObject({ status: 401 })
    const elsewhere = await testProject(settings)
    expect(await end({ as: 'server' }, person.id, elsewhere)).toMatchObject(notFound)
    expect(await liveGrants(project, person.id)).toEqual([id])
  })

  test('twice at once happens once', async () => {
    const project = await testProject(settings)
    await listenToEvents(project, ['oauth_grant.revoked'])
    const person = await createPerson(project)
    const params = { user_id: person.id, grant_id: await giveAccess(project, person.id) }
    const { succeeded, failed } = await race(5, () =>
      project.call('DELETE /oauth-provider/grants/{user_id}/{grant_id}', { as: 'server', params }),
    )
    expect(succeeded).toHaveLength(1)
    expect(failed.map(({ code }) => code)).toEqual(Array(4).fill('OAUTH_GRANT_NOT_FOUND'))
    expect(await listEvents(project)).toHaveLength(1)
  })

  test('on one server ends it on all others', async () => {
    const here = await testProject(settings)
    const there = projectWithKeys(await separateServer({}), here.id, here.keys)
    const person = await createPerson(here)
    await giveAccess(here, person.id)
    expect(await list(there, { as: 'server', query: { user_id: person.id } })).toHaveLength(1)
    await here.call('DELETE /oauth-provider/grants/{user_id}', { user: person, params: { user_id: 'me' } })
    expect(await list(there, { as: 'server', query: { user_id: person.id } })).toEqual([])
    expect(await liveGrants(there, person.id)).toEqual([])
  })
})
