import { describe, expect, test } from 'vitest'
import { findRecordForUpdate } from '../../identity/oauth-provider/record-queries.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/secrets.ts'
import { race, testProject } from '../../testing/index.ts'
import { approve, contextOf } from '../../testing/oauth-approval.ts'
import { giveAccess, liveGrants } from '../../testing/oauth-grants.ts'
import { codeEmailedTo, listOutgoingEmails } from '../../testing/outbox.ts'
import { listAuditEntries, listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'
import { endGrants } from './end.ts'
import { listGrants } from './queries.ts'

const clientId = 'https://notes.example.com/client.json'

async function grantsOf(project: Awaited<ReturnType<typeof testProject>>, userId: string) {
  const { db, now } = project.server.platform
  return (await listGrants(db, project.id, { userId }, { limit: 50, cursor: undefined, now: now() })).rows
}

describe('an approval', () => {
  test('tells webhooks, the audit log and the user about a new app, by its name and where it is from', async () => {
    const domain = { baseUrl: 'https://app.example.com', handlerPath: '/account/' }
    const project = await testProject({ 'domains.trustedDomains.app': domain })
    await listenToEvents(project, ['oauth_grant.created', 'oauth_grant.revoked'])
    const person = await createPerson(project)
    const { id, isNew } = await approve(project, person)
    expect(isNew).toBe(true)
    const client = { client_id: clientId, client_name: 'Field Notes' }
    expect(await listEvents(project)).toEqual([
      {
        type: 'oauth_grant.created',
        data: {
          id,
          user_id: person.id,
          ...client,
          team_id: null,
          scopes: ['openid', 'email'],
          created_at_millis: expect.any(Number),
          expires_at_millis: null,
        },
      },
    ])
    expect(await listAuditEntries(project, 'oauth_grant')).toMatchObject([
      {
        action: 'oauth_grant.created',
        actor_type: 'user',
        actor_id: person.id,
        details: { grant_id: id, ...client, scopes: ['openid', 'email'] },
      },
    ])
    const [mail, ...more] = await listOutgoingEmails(project, 'oauth_access_granted')
    expect(more).toEqual([])
    expect(mail!.to).toBe(person.email)
    const text = JSON.stringify(mail)
    expect(text).toContain('Field Notes (notes.example.com)')
    expect(text).toContain('https://app.example.com/account/account-settings#apps-and-agents')
    expect(text).toContain('/auth/undo-change')
  })

  test('ends by the link in that mail', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    await approve(project, person)
    const code = await codeEmailedTo(project, person.email, 'oauth_access_granted')
    const body = new URLSearchParams({ code, confirmed: 'true' })
    expect((await project.server.fetch('/api/v1/auth/undo-change', { method: 'POST', body })).status).toBe(200)
    expect(await grantsOf(project, person.id)).toEqual([])
  })

  test('is mailed with a link to the settings on this server, if the project has no app for people', async () => {
    const project = await testProject({ 'oauthProvider.isEnabled': true })
    await approve(project, await createPerson(project))
    const mail = JSON.stringify(await listOutgoingEmails(project, 'oauth_access_granted'))
    expect(mail).toContain(`/oauth/${project.id}/handler/account-settings#apps-and-agents`)
  })

  test('of more extends what was approved before, without another mail', async () => {
    const project = await testProject()
    await listenToEvents(project, ['oauth_grant.created'])
    const person = await createPerson(project)
    const first = await approve(project, person, { scopes: ['openid'] })
    const second = await approve(project, person, { scopes: ['openid', 'invoices:read'], clientName: 'Notes' })
    const third = await approve(project, person, { scopes: ['openid'] })
    expect([second, third]).toEqual([
      { id: first.id, isNew: false },
      { id: first.id, isNew: false },
    ])
    expect(await grantsOf(project, person.id)).toMatchObject([{ id: first.id, scopes: ['openid', 'invoices:read'] }])
    const entries = await listAuditEntries(project, 'oauth_grant.extended')
    expect(entries).toMatchObject([{ details: { grant_id: first.id, scopes: ['invoices:read'] } }])
    expect(await listEvents(project)).toHaveLength(1)
    expect(await listOutgoingEmails(project, 'oauth_access_granted')).toHaveLength(1)
  })

  test('is separate for each team, and none lasts longer than it was given for', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const teamId = await teamActions(project).createTeam(person)
    const own = await approve(project, person)
    const ofTeam = await approve(project, person, { teamId })
    expect(ofTeam.id).not.toBe(own.id)
    const other = { clientId: 'reporting', expiresAt: new Date(project.server.platform.now().getTime() - 1) }
    const expired = await approve(project, person, other)
    const again = await approve(project, person, { ...other, expiresAt: null, scopes: ['openid'] })
    expect(again).toEqual({ id: expect.not.stringMatching(expired.id), isNew: true })
    const grants = await grantsOf(project, person.id)
    expect(grants.find(({ id }) => id === again.id)?.scopes).toEqual(['openid'])
  })

  test('of an app of the same company is recorded, and mailed to nobody', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    await approve(project, person, { clientId: 'reporting', skipsConsent: true })
    expect(await listAuditEntries(project, 'oauth_grant.created')).toHaveLength(1)
    expect(await listOutgoingEmails(project, 'oauth_access_granted')).toEqual([])
  })

  test('of the same app five times at once makes one grant with everything that was approved', async () => {
    const project = await testProject()
    await listenToEvents(project, ['oauth_grant.created'])
    const person = await createPerson(project)
    const { succeeded } = await race(5, (index) => approve(project, person, { scopes: [`scope:${index}`] }))
    expect(new Set(succeeded.map(({ id }) => id)).size).toBe(1)
    expect(succeeded.filter(({ isNew }) => isNew)).toHaveLength(1)
    const [grant] = await grantsOf(project, person.id)
    expect(grant!.scopes.toSorted()).toEqual([0, 1, 2, 3, 4].map((index) => `scope:${index}`))
    expect(await listEvents(project)).toHaveLength(1)
  })
})

describe('nobody approves', () => {
  const required = { code: 'USER_AUTHENTICATION_REQUIRED' }

  test('in a session that has ended, is of somebody else, or is an impersonation', async () => {
    const project = await testProject()
    const [person, thief] = [await createPerson(project), await createPerson(project)]
    const body = { user_id: person.id, is_impersonation: true }
    const impersonator = await project.call('POST /auth/sessions', { as: 'admin', body })
    await expect(approve(project, { id: person.id, ...impersonator })).rejects.toMatchObject(required)
    await expect(approve(project, { ...thief, id: person.id })).rejects.toMatchObject(required)
    await project.call('DELETE /auth/sessions/current', { user: person })
    await expect(approve(project, person)).rejects.toMatchObject(required)
    expect(await idsOf(project, person.id)).toEqual([])
  })

  test('for a team that the user is not in', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const teamId = await teamActions(project).createTeam(await createPerson(project))
    await expect(approve(project, person, { teamId })).rejects.toMatchObject({ code: 'TEAM_MEMBERSHIP_NOT_FOUND' })
  })

  const server = { as: 'server' as const }
  const body = { reason: 'A test' }
  type Project = Awaited<ReturnType<typeof testProject>>
  const ends: Record<string, (project: Project, userId: string, teamId: string) => Promise<unknown>> = {
    'is being restricted': ({ call }, user_id) =>
      call('PUT /users/{user_id}/restriction', { ...server, params: { user_id }, body }),
    'is being deleted': ({ call }, user_id) => call('DELETE /users/{user_id}', { ...server, params: { user_id } }),
    'gets another password': ({ call }, user_id) =>
      call('PATCH /users/{user_id}', { ...server, params: { user_id }, body: { password: 'another good password' } }),
    'is being removed from the team': ({ call }, user_id, team_id) =>
      call('DELETE /team-memberships/{team_id}/{user_id}', { ...server, params: { user_id, team_id } }),
    'loses the team': ({ call }, _, team_id) => call('DELETE /teams/{team_id}', { ...server, params: { team_id } }),
  }

  test.each(Object.entries(ends))('while the user %s', async (_, end) => {
    const project = await testProject()
    const person = await createPerson(project)
    const teamId = await teamActions(project).createTeam(person)
    const approvals = race(4, (index) => approve(project, person, { teamId, clientId: `client-${index}` }))
    const [{ failed }] = await Promise.all([approvals, end(project, person.id, teamId)])
    expect(await idsOf(project, person.id)).toEqual([])
    const refusals = ['USER_AUTHENTICATION_REQUIRED', 'USER_IS_RESTRICTED', 'TEAM_MEMBERSHIP_NOT_FOUND']
    for (const error of failed) expect(refusals).toContain(error.code)
  })
})

/** Approvals in these tests issue no tokens. */
async function idsOf({ id, server }: Awaited<ReturnType<typeof testProject>>, userId: string) {
  const grants = server.platform.db.selectFrom('oauth_grants').select('id').where('project_id', '=', id)
  return (await grants.where('user_id', '=', userId).execute()).map((grant) => grant.id)
}

test('a token that is issued while the access ends is gone afterwards, and nobody waits for ever', async () => {
  const project = await testProject()
  const person = await createPerson(project)
  const { db, now } = project.server.platform
  const ctx = await contextOf(project)
  for (let round = 0; round < 5; round++) {
    const clientId = `client-${round}`
    const id = await giveAccess(project, person.id, { clientId })
    const use = { clientId, now: now(), ipInfo: null, userAgent: null }
    const token = { kind: 'RefreshToken', idHash: hashToken(id) }
    const issue = () =>
      inTransaction(db, async (trx) => {
        if (!(await findRecordForUpdate(trx, project.id, token, use))?.grant) return false
        const record = { project_id: project.id, kind: 'AccessToken', payload: '{}', grant_id: id, user_id: person.id }
        const id_hash = Buffer.from(crypto.randomUUID())
        await trx
          .insertInto('oauth_records')
          .values({ ...record, id_hash, expires_at: new Date(now().getTime() + 60_000) })
          .execute()
        return true
      })
    const end = () => inTransaction(db, (trx) => endGrants(trx, ctx, { id }, 'ended_by_user'))
    const { failed } = await race<unknown>(6, (index) => (index === 2 ? end() : issue()))
    expect(failed).toEqual([])
    expect(await liveGrants(project, person.id)).toEqual([])
    expect(await issue()).toBe(false)
  }
})

test('a thousand and more end at once, each with its event', async () => {
  const project = await testProject()
  await listenToEvents(project, ['oauth_grant.revoked'])
  const { db, now } = project.server.platform
  const person = await createPerson(project)
  const at = { created_at: now(), updated_at: now() }
  const rows = Array.from({ length: 1_050 }, (_, index) => ({
    project_id: project.id,
    id: `grant-${index}`,
    user_id: person.id,
    client_id: `client-${index}`,
    client_name: 'App',
    scopes: [],
    payload: '{}',
    ...at,
  }))
  await db.insertInto('oauth_grants').values(rows).execute()
  const ctx = await contextOf(project)
  const count = await inTransaction(db, (trx) => endGrants(trx, ctx, { userId: person.id }, 'client_deleted'))
  expect(count).toBe(1_050)
  expect(await listEvents(project)).toHaveLength(1_050)
  expect(await listAuditEntries(project, 'oauth_grant.revoked')).toHaveLength(1_050)
})
