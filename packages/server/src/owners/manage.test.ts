import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  internalProject,
  newEmail,
  race,
  separateServer,
  type TestProject,
  type TestServer,
  testServer,
} from '../testing/index.ts'
import { codeEmailedTo } from '../testing/outbox.ts'
import { createTestProject, projectWithKeys } from '../testing/project.ts'
import { listAuditEntries } from '../testing/records.ts'
import { internalKeys } from '../testing/server.ts'
import { createOwner } from '../testing/world.ts'

type Owner = Awaited<ReturnType<typeof createOwner>>

/** A project with its first owner, who is an admin of the team. */
async function ownedProject() {
  const admin = await createOwner(await testServer())
  return { project: await createProjectOf(admin), admin, internal: await internalProject() }
}

async function createProjectOf({ teamId }: Owner, server?: TestServer): Promise<TestProject> {
  server ??= await testServer()
  const project = await createTestProject(server)
  const { db, projects } = server.services
  await db.updateTable('projects').set({ owner_team_id: teamId }).where('id', '=', project.id).execute()
  projects.forget(project.id)
  return project
}

/** What an owner may do. */
function by({ access_token }: Owner, { call, send }: TestProject) {
  const headers = { 'x-stack-super-secret-admin-key': '', 'x-stack-admin-access-token': access_token }
  const request = { as: 'admin', headers } as const
  return {
    list: async () => (await call('GET /internal/owners', request)).items,
    listInvitations: async () => (await call('GET /internal/owner-invitations', request)).items,
    invite: (email: string) => send('POST /internal/owner-invitations', { ...request, body: { email } }),
    handOver: (email: string) =>
      send('POST /internal/owner-invitations', { ...request, body: { email, in_own_team: true } }),
    revoke: (id: string) => send('DELETE /internal/owner-invitations/{id}', { ...request, params: { id } }),
    setRole: (user: { id: string }, role: 'admin' | 'member') =>
      send('PATCH /internal/owners/{user_id}', { ...request, params: { user_id: user.id }, body: { role } }),
    remove: (user: { id: string }) =>
      send('DELETE /internal/owners/{user_id}', { ...request, params: { user_id: user.id } }),
  }
}

async function addMember({ server }: TestProject, internal: TestProject, teamId: string): Promise<Owner> {
  const member = await createOwner(server)
  const params = { team_id: teamId, user_id: member.id }
  await internal.call('POST /team-memberships/{team_id}/{user_id}', { as: 'server', params, body: {} })
  return member
}

const notAdmin = { status: 401, body: { code: 'TEAM_PERMISSION_REQUIRED' } }

describe('owners', () => {
  test('are listed with their roles', async () => {
    const { project, admin, internal } = await ownedProject()
    const member = await addMember(project, internal, admin.teamId)
    expect(await by(member, project).list()).toMatchObject([
      { user_id: admin.id, primary_email: admin.email, role: 'admin' },
      { user_id: member.id, primary_email: member.email, role: 'member' },
    ])
  })

  test('are invited by an admin, with a link to the dashboard, and join by it', async () => {
    const { project, admin, internal } = await ownedProject()
    const email = newEmail()
    expect((await by(admin, project).invite(email)).status).toBe(200)
    const code = await codeEmailedTo(internal, email, 'team_invitation')
    expect(await by(admin, project).listInvitations()).toMatchObject([{ recipient_email: email }])
    // Sign-up is open here, but this server cannot sell seats, so there are as many as needed.
    const joining = await createOwner(project.server)
    await internal.call('POST /team-invitations/accept', { user: joining, body: { code } })
    expect(await by(joining, project).list()).toMatchObject([{ user_id: admin.id }, { user_id: joining.id }])
    expect(await listAuditEntries(project, 'owner.')).toMatchObject([
      { action: 'owner.invited', actor_type: 'owner', actor_id: admin.id },
    ])
  })

  test('are not invited where seats are sold and none is free', async () => {
    const server = await separateServer({ config: { stripe: { secretKey: 'sk_test_1' } } })
    const admin = await createOwner(server)
    const project = await createProjectOf(admin, server)
    expect(await by(admin, project).invite(newEmail())).toMatchObject({
      status: 409,
      body: expect.stringContaining('no free seat'),
    })
    expect(await by(admin, project).listInvitations()).toEqual([])
    await projectWithKeys(server, 'internal', internalKeys).call(
      'POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity',
      {
        as: 'server',
        params: { customer_type: 'team', customer_id: admin.teamId, item_id: 'dashboard_admins' },
        query: { allow_negative: 'false' },
        body: { delta: 1 },
      },
    )
    expect((await by(admin, project).invite(newEmail())).status).toBe(200)
  })

  test('cannot join by an invitation that was revoked', async () => {
    const { project, admin, internal } = await ownedProject()
    const email = newEmail()
    await by(admin, project).invite(email)
    const code = await codeEmailedTo(internal, email, 'team_invitation')
    const [invitation] = await by(admin, project).listInvitations()
    expect((await by(admin, project).revoke(invitation!.id)).status).toBe(200)
    expect(await by(admin, project).revoke(invitation!.id)).toMatchObject({
      body: { code: 'VERIFICATION_CODE_NOT_FOUND' },
    })
    const late = internal.call('POST /team-invitations/accept/check-code', { body: { code } })
    await expect(late).rejects.toMatchObject({ code: 'VERIFICATION_CODE_NOT_FOUND' })
  })

  test('who are no admins change nothing but leave', async () => {
    const { project, admin, internal } = await ownedProject()
    const member = await addMember(project, internal, admin.teamId)
    const { invite, setRole, remove, revoke } = by(member, project)
    expect(await invite(newEmail())).toMatchObject(notAdmin)
    expect(await setRole(member, 'admin')).toMatchObject(notAdmin)
    expect(await remove(admin)).toMatchObject(notAdmin)
    expect(await revoke(crypto.randomUUID())).toMatchObject(notAdmin)
    expect((await remove(member)).status).toBe(200)
    expect(await by(admin, project).list()).toHaveLength(1)
    expect((await invite(newEmail())).body).toMatchObject({ code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' })
  })

  test('who were removed lose the project at once', async () => {
    const { project, admin, internal } = await ownedProject()
    const member = await addMember(project, internal, admin.teamId)
    expect((await by(admin, project).remove(member)).status).toBe(200)
    await expect(by(member, project).list()).rejects.toMatchObject({ code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' })
    expect(await by(admin, project).remove(member)).toMatchObject({ body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND' } })
  })

  test('of another project cannot be managed', async () => {
    const { project, admin } = await ownedProject()
    const other = await ownedProject()
    const { invite } = by(other.admin, project)
    expect((await invite(newEmail())).body).toMatchObject({ code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' })
    await by(admin, project).invite(newEmail())
    const [invitation] = await by(admin, project).listInvitations()
    expect(await by(other.admin, other.project).revoke(invitation!.id)).toMatchObject({
      body: { code: 'VERIFICATION_CODE_NOT_FOUND' },
    })
    expect(await by(admin, project).listInvitations()).toEqual([invitation])
  })
})

describe('a project', () => {
  test('keeps its last owner and its last admin', async () => {
    const { project, admin, internal } = await ownedProject()
    const { remove, setRole, list } = by(admin, project)
    expect(await remove(admin)).toMatchObject({ status: 409 })
    const member = await addMember(project, internal, admin.teamId)
    expect(await remove(admin)).toMatchObject({ status: 409, body: expect.stringContaining('only admin') })
    expect(await setRole(admin, 'member')).toMatchObject({ status: 409 })
    expect((await setRole(member, 'admin')).status).toBe(200)
    expect((await setRole(admin, 'member')).status).toBe(200)
    expect((await list()).map(({ role }) => role)).toEqual(['member', 'admin'])
  })

  test('has an admin left when all of them step down at once', async () => {
    const { project, admin, internal } = await ownedProject()
    const others = await Promise.all([1, 2, 3].map(() => addMember(project, internal, admin.teamId)))
    for (const other of others) await by(admin, project).setRole(other, 'admin')
    const admins = [admin, ...others]
    await race(8, (index) => {
      const owner = admins[index % 4]!
      return index < 4 ? by(owner, project).setRole(owner, 'member') : by(owner, project).remove(owner)
    })
    const { items } = await project.call('GET /internal/owners', { as: 'admin' })
    expect(items.filter(({ role }) => role === 'admin').length).toBeGreaterThan(0)
  })

  test('has an admin left when two step down at the same moment in two projects of the team', async () => {
    const { project, admin, internal } = await ownedProject()
    const other = await addMember(project, internal, admin.teamId)
    await by(admin, project).setRole(other, 'admin')
    const elsewhere = await createProjectOf(admin)
    const { db } = project.server.services
    const countWaiting = async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`.execute(db)
      return rows.length
    }
    // Nobody's permissions can be removed until both requests have got as far as they can.
    const stepDown = await db.transaction().execute(async (trx) => {
      await sql`SELECT FROM team_permissions WHERE team_id = ${admin.teamId} FOR UPDATE`.execute(trx)
      const requests = [by(admin, project).setRole(admin, 'member'), by(other, elsewhere).setRole(other, 'member')]
      await expect.poll(countWaiting).toBeGreaterThanOrEqual(2)
      return { requests }
    })
    const statuses = (await Promise.all(stepDown.requests)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
  })
})

describe('handing over a project to a person', () => {
  /** The team has a second project and a second owner. */
  async function sharedTeam() {
    const owned = await ownedProject()
    const { project, admin, internal } = owned
    const other = await createProjectOf(admin)
    return { ...owned, other, colleague: await addMember(project, internal, admin.teamId) }
  }
  const ownerTeamOf = async ({ server, id }: TestProject) => {
    const query = server.services.db.selectFrom('projects').select('owner_team_id').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).owner_team_id
  }
  const notOwner = { body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' } }

  test('moves it to a team of its own, and whoever accepts manages nothing else', async () => {
    const { project, other, admin, colleague, internal } = await sharedTeam()
    const email = newEmail()
    expect((await by(admin, project).handOver(email)).status).toBe(200)
    const teamId = await ownerTeamOf(project)
    expect(teamId).not.toBe(admin.teamId)
    expect(await ownerTeamOf(other)).toBe(admin.teamId)
    expect(await by(admin, project).list()).toMatchObject([{ user_id: admin.id, role: 'admin' }])
    expect(await by(colleague, project).invite(newEmail())).toMatchObject(notOwner)
    expect(await by(colleague, other).list()).toHaveLength(2)
    expect(await listAuditEntries(project, '')).toMatchObject([
      { action: 'project.transferred', details: { from_team_id: admin.teamId, to_team_id: teamId } },
      { action: 'owner.invited', details: { recipient_email: email } },
    ])

    // The invited person joins this team, and none of the other.
    const code = await codeEmailedTo(internal, email, 'team_invitation')
    const details = await internal.call('POST /team-invitations/accept/details', { user: admin, body: { code } })
    expect(details.team_id).toBe(teamId)
  })

  test('leaves it where it is if its team owns nothing else', async () => {
    const { project, admin, internal } = await ownedProject()
    await addMember(project, internal, admin.teamId)
    expect((await by(admin, project).handOver(newEmail())).status).toBe(200)
    expect(await ownerTeamOf(project)).toBe(admin.teamId)
    expect(await by(admin, project).list()).toHaveLength(2)
    expect(await listAuditEntries(project, 'project.transferred')).toEqual([])
  })

  test('is for admins of its team, and what is refused has changed nothing', async () => {
    const { project, other, admin, colleague, internal } = await sharedTeam()
    const stranger = await ownedProject()
    expect(await by(colleague, project).handOver(newEmail())).toMatchObject(notAdmin)
    expect(await by(stranger.admin, project).handOver(newEmail())).toMatchObject(notOwner)
    expect(await by(admin, project).handOver('nobody')).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
    const byKey = { as: 'admin', body: { email: newEmail(), in_own_team: true } } as const
    expect((await project.send('POST /internal/owner-invitations', byKey)).status).toBe(400)
    expect([await ownerTeamOf(project), await ownerTeamOf(other)]).toEqual([admin.teamId, admin.teamId])
    const { items } = await internal.call('GET /teams', { as: 'server', query: { user_id: admin.id } })
    expect(items.map(({ id }) => id)).toEqual([admin.teamId])
    expect(await by(admin, project).listInvitations()).toEqual([])
  })

  test('creates one team when it is requested many times at once', async () => {
    const { project, admin, internal } = await sharedTeam()
    const { succeeded } = await race(6, async () => {
      const { status } = await by(admin, project).handOver(newEmail())
      expect(status).toBe(200)
    })
    expect(succeeded).toHaveLength(6)
    expect(await listAuditEntries(project, 'project.transferred')).toHaveLength(1)
    const { items } = await internal.call('GET /teams', { as: 'server', query: { user_id: admin.id } })
    expect(items).toHaveLength(2)
    expect(await by(admin, project).listInvitations()).toHaveLength(6)
  })
})
