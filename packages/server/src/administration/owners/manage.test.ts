import type { OwnerRole } from '@latchkey/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newEmail, race, separateServer, type TestProject, testServer } from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import { addOwner, by, createOwnedProject, createProjectOf } from '../../testing/owners.ts'
import { projectWithKeys } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { internalKeys } from '../../testing/server.ts'
import { createOwner } from '../../testing/world.ts'

const ownedProject = async () => createOwnedProject(await testServer())
const addMember = ({ server }: TestProject, teamId: string, role: OwnerRole = 'developer') =>
  addOwner(server, teamId, role)

const notAllowed = { status: 403, body: expect.stringContaining('needs the role owner') }

describe('owners', () => {
  test('are listed with their roles', async () => {
    const { project, owner } = await ownedProject()
    const member = await addMember(project, owner.teamId, 'viewer')
    expect(await by(member, project).list()).toMatchObject([
      { user_id: owner.id, primary_email: owner.email, role: 'owner' },
      { user_id: member.id, primary_email: member.email, role: 'viewer' },
    ])
  })

  test('are invited by an owner, with a link to the dashboard, and join by it', async () => {
    const { project, owner, internal } = await ownedProject()
    const joining = await createOwner(project.server)
    const { email } = joining
    expect((await by(owner, project).invite(email)).status).toBe(200)
    const code = await codeEmailedTo(internal, email, 'owner_invitation')
    expect(await by(owner, project).listInvitations()).toMatchObject([{ recipient_email: email }])
    // Sign-up is open here, but this server cannot sell seats, so there are as many as needed.
    await internal.call('POST /team-invitations/accept', { user: joining, body: { code } })
    expect(await by(joining, project).list()).toMatchObject([{ user_id: owner.id }, { user_id: joining.id }])
    expect(await listAuditEntries(project, 'owner.')).toMatchObject([
      { action: 'owner.invited', actor_type: 'owner', actor_id: owner.id },
    ])
  })

  test('are not invited where seats are sold and none is free', async () => {
    const server = await separateServer({ config: { stripe: { secretKey: 'sk_test_1' } } })
    const owner = await createOwner(server)
    const project = await createProjectOf(owner, server)
    expect(await by(owner, project).invite(newEmail())).toMatchObject({
      status: 409,
      body: expect.stringContaining('no free seat'),
    })
    expect(await by(owner, project).listInvitations()).toEqual([])
    await projectWithKeys(server, 'internal', internalKeys).call(
      'POST /payments/items/{customer_type}/{customer_id}/{item_id}/update-quantity',
      {
        as: 'server',
        params: { customer_type: 'team', customer_id: owner.teamId, item_id: 'dashboard_admins' },
        query: { allow_negative: 'false' },
        body: { delta: 1 },
      },
    )
    expect((await by(owner, project).invite(newEmail())).status).toBe(200)
  })

  test('cannot join by an invitation that was revoked', async () => {
    const { project, owner, internal } = await ownedProject()
    const email = newEmail()
    await by(owner, project).invite(email)
    const code = await codeEmailedTo(internal, email, 'owner_invitation')
    const [invitation] = await by(owner, project).listInvitations()
    expect((await by(owner, project).revoke(invitation!.id)).status).toBe(200)
    expect(await by(owner, project).revoke(invitation!.id)).toMatchObject({
      body: { code: 'VERIFICATION_CODE_NOT_FOUND' },
    })
    const late = internal.call('POST /team-invitations/accept/check-code', { body: { code } })
    await expect(late).rejects.toMatchObject({ code: 'VERIFICATION_CODE_NOT_FOUND' })
  })

  test('with another role change nothing but leave', async () => {
    const { project, owner } = await ownedProject()
    const member = await addMember(project, owner.teamId)
    const { invite, setRole, remove, revoke } = by(member, project)
    expect(await invite(newEmail())).toMatchObject(notAllowed)
    expect(await setRole(member, 'owner')).toMatchObject(notAllowed)
    expect(await remove(owner)).toMatchObject(notAllowed)
    expect(await revoke(crypto.randomUUID())).toMatchObject(notAllowed)
    expect((await remove(member)).status).toBe(200)
    expect(await by(owner, project).list()).toHaveLength(1)
    expect((await invite(newEmail())).body).toMatchObject({ code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' })
  })

  test('who were removed lose the project at once', async () => {
    const { project, owner } = await ownedProject()
    const member = await addMember(project, owner.teamId)
    expect((await by(owner, project).remove(member)).status).toBe(200)
    await expect(by(member, project).list()).rejects.toMatchObject({ code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' })
    expect(await by(owner, project).remove(member)).toMatchObject({ body: { code: 'TEAM_MEMBERSHIP_NOT_FOUND' } })
  })

  test('of another project cannot be managed', async () => {
    const { project, owner } = await ownedProject()
    const other = await ownedProject()
    const { invite } = by(other.owner, project)
    expect((await invite(newEmail())).body).toMatchObject({ code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' })
    await by(owner, project).invite(newEmail())
    const [invitation] = await by(owner, project).listInvitations()
    expect(await by(other.owner, other.project).revoke(invitation!.id)).toMatchObject({
      body: { code: 'VERIFICATION_CODE_NOT_FOUND' },
    })
    expect(await by(owner, project).listInvitations()).toEqual([invitation])
  })
})

describe('a project', () => {
  test('keeps its last owner', async () => {
    const { project, owner } = await ownedProject()
    const { remove, setRole, list } = by(owner, project)
    expect(await remove(owner)).toMatchObject({ status: 409 })
    const member = await addMember(project, owner.teamId)
    expect(await remove(owner)).toMatchObject({
      status: 409,
      body: expect.stringContaining('Nobody else has the role owner'),
    })
    expect(await setRole(owner, 'viewer')).toMatchObject({ status: 409 })
    expect((await setRole(member, 'owner')).status).toBe(200)
    expect((await setRole(owner, 'viewer')).status).toBe(200)
    expect((await list()).map(({ role }) => role)).toEqual(['viewer', 'owner'])
  })

  test('has an owner left when all of them step down at once', async () => {
    const { project, owner } = await ownedProject()
    const others = await Promise.all([1, 2, 3].map(() => addMember(project, owner.teamId)))
    for (const other of others) await by(owner, project).setRole(other, 'owner')
    const owners = [owner, ...others]
    await race(8, (index) => {
      const leaving = owners[index % 4]!
      return index < 4 ? by(leaving, project).setRole(leaving, 'viewer') : by(leaving, project).remove(leaving)
    })
    const { items } = await project.call('GET /internal/owners', { as: 'admin' })
    expect(items.filter(({ role }) => role === 'owner').length).toBeGreaterThan(0)
  })

  test('has an owner left when two step down at the same moment in two projects of the team', async () => {
    const { project, owner } = await ownedProject()
    const other = await addMember(project, owner.teamId)
    await by(owner, project).setRole(other, 'owner')
    const elsewhere = await createProjectOf(owner, project.server)
    const { db } = project.server.platform
    const countWaiting = async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`.execute(db)
      return rows.length
    }
    // Nobody's permissions can be removed until both requests have got as far as they can.
    const stepDown = await db.transaction().execute(async (trx) => {
      await sql`SELECT FROM team_memberships WHERE team_id = ${owner.teamId} FOR UPDATE`.execute(trx)
      const requests = [by(owner, project).setRole(owner, 'viewer'), by(other, elsewhere).setRole(other, 'viewer')]
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
    const { project, owner } = owned
    const other = await createProjectOf(owner, project.server)
    return { ...owned, other, colleague: await addMember(project, owner.teamId) }
  }
  const ownerTeamOf = async ({ server, id }: TestProject) => {
    const query = server.platform.db.selectFrom('projects').select('owner_team_id').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).owner_team_id
  }
  const notOwner = { body: { code: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN' } }

  test('moves it to a team of its own, and whoever accepts manages nothing else', async () => {
    const { project, other, owner, colleague, internal } = await sharedTeam()
    const email = newEmail()
    expect((await by(owner, project).handOver(email)).status).toBe(200)
    const teamId = await ownerTeamOf(project)
    expect(teamId).not.toBe(owner.teamId)
    expect(await ownerTeamOf(other)).toBe(owner.teamId)
    expect(await by(owner, project).list()).toMatchObject([{ user_id: owner.id, role: 'owner' }])
    expect(await by(colleague, project).invite(newEmail())).toMatchObject(notOwner)
    expect(await by(colleague, other).list()).toHaveLength(2)
    expect(await listAuditEntries(project, '')).toMatchObject([
      { action: 'project.transferred', details: { from_team_id: owner.teamId, to_team_id: teamId } },
      { action: 'owner.invited', details: { recipient_email: email } },
    ])

    // The invited person joins this team, and none of the other.
    const code = await codeEmailedTo(internal, email, 'owner_invitation')
    const details = await internal.call('POST /team-invitations/accept/details', { user: owner, body: { code } })
    expect(details.team_id).toBe(teamId)
  })

  test('leaves it where it is if its team owns nothing else', async () => {
    const { project, owner } = await ownedProject()
    await addMember(project, owner.teamId)
    expect((await by(owner, project).handOver(newEmail())).status).toBe(200)
    expect(await ownerTeamOf(project)).toBe(owner.teamId)
    expect(await by(owner, project).list()).toHaveLength(2)
    expect(await listAuditEntries(project, 'project.transferred')).toEqual([])
  })

  test('is for the role owner, and what is refused has changed nothing', async () => {
    const { project, other, owner, colleague, internal } = await sharedTeam()
    const stranger = await ownedProject()
    expect(await by(colleague, project).handOver(newEmail())).toMatchObject(notAllowed)
    expect(await by(stranger.owner, project).handOver(newEmail())).toMatchObject(notOwner)
    expect(await by(owner, project).handOver('nobody')).toMatchObject({ body: { code: 'SCHEMA_ERROR' } })
    const byKey = { as: 'admin', body: { email: newEmail(), in_own_team: true } } as const
    expect((await project.send('POST /internal/owner-invitations', byKey)).status).toBe(400)
    expect([await ownerTeamOf(project), await ownerTeamOf(other)]).toEqual([owner.teamId, owner.teamId])
    const { items } = await internal.call('GET /teams', { as: 'server', query: { user_id: owner.id } })
    expect(items.map(({ id }) => id)).toEqual([owner.teamId])
    expect(await by(owner, project).listInvitations()).toEqual([])
  })

  test('creates one team when it is requested many times at once', async () => {
    const { project, owner, internal } = await sharedTeam()
    const { succeeded } = await race(6, async () => {
      const { status } = await by(owner, project).handOver(newEmail())
      expect(status).toBe(200)
    })
    expect(succeeded).toHaveLength(6)
    expect(await listAuditEntries(project, 'project.transferred')).toHaveLength(1)
    const { items } = await internal.call('GET /teams', { as: 'server', query: { user_id: owner.id } })
    expect(items).toHaveLength(2)
    expect(await by(owner, project).listInvitations()).toHaveLength(6)
  })
})
