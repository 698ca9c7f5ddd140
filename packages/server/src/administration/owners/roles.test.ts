import { ownerRoles } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { insertMembership } from '../../teams/queries.ts'
import { internalProject, newEmail, testServer } from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import { addOwner, by, createOwnedProject, createProjectOf, sessionOf, type TestOwner } from '../../testing/owners.ts'
import type { TestProject } from '../../testing/project.ts'
import { createOwner, createPerson } from '../../testing/world.ts'

const ownedProject = async () => createOwnedProject(await testServer())
const asAdmin = (owner: { access_token: string }) => ({ as: 'admin' as const, headers: sessionOf(owner) })
const newKeys = {
  description: 'Keys',
  expires_at_millis: Date.UTC(2100, 0),
  has_publishable_client_key: false,
  has_secret_server_key: true,
  has_super_secret_admin_key: true,
}
const createKeys = (project: TestProject, owner: TestOwner) =>
  project.call('POST /internal/api-keys', { ...asAdmin(owner), body: newKeys })

describe('the role of an owner', () => {
  test('is that of a member from before there were roles: admins are owners, all others developers', async () => {
    const { project, owner } = await ownedProject()
    const { platform } = project.server
    const admin = await createOwner(project.server)
    const membership = { teamId: owner.teamId, userId: admin.id, permissionIds: ['team_admin'], now: platform.now() }
    await insertMembership(platform.db, 'internal', membership)
    const member = await addOwner(project.server, owner.teamId)
    const roles = new Map((await by(owner, project).list()).map(({ user_id, role }) => [user_id, role]))
    expect([roles.get(admin.id), roles.get(member.id)]).toEqual(['owner', 'developer'])
    expect((await by(admin, project).setRole(member, 'support')).status).toBe(200)
    expect((await by(member, project).setRole(member, 'owner')).status).toBe(403)
  })

  test('is in the projects that the person lists, and in the project itself', async () => {
    const { project, owner, internal } = await ownedProject()
    for (const role of ownerRoles) {
      const person = await addOwner(project.server, owner.teamId, role)
      const { items } = await internal.call('GET /internal/projects', { user: person })
      expect(items).toMatchObject([{ id: project.id, owner_role: role }])
      expect(await project.call('GET /internal/projects/current', asAdmin(person))).toMatchObject({ owner_role: role })
    }
    // A key is nobody.
    expect(await project.call('GET /internal/projects/current', { as: 'admin' })).not.toHaveProperty('owner_role')
  })

  test('is named by a refusal, with those that would do', async () => {
    const { project, owner } = await ownedProject()
    const support = await addOwner(project.server, owner.teamId, 'support')
    expect(await project.send('POST /internal/api-keys', { ...asAdmin(support), body: newKeys })).toMatchObject({
      status: 403,
      body: 'Your role in this project is support. This needs the role owner, admin or developer.',
    })
  })

  test('takes effect with the next request, also for what the person has started', async () => {
    const { project, owner } = await ownedProject()
    const person = await addOwner(project.server, owner.teamId, 'admin')
    const user = await createPerson(project)
    const portal = await project.call('POST /webhooks/svix-token', { ...asAdmin(person), body: {} })
    const { url } = await project.call('POST /internal/users/{user_id}/impersonation', {
      ...asAdmin(person),
      params: { user_id: user.id },
      body: { callback_url: 'http://localhost:3000/handler/impersonation' },
    })
    const code = new URLSearchParams(new URL(url).hash.slice(1)).get('code')!
    const session = await project.call('POST /auth/impersonation/sign-in', { body: { code } })
    const refresh = () =>
      project.send('POST /auth/sessions/current/refresh', {
        headers: { 'x-stack-refresh-token': session.refresh_token },
      })
    const openPortal = () =>
      project.send('POST /internal/webhook-endpoints', {
        as: 'admin',
        headers: { 'x-stack-super-secret-admin-key': '', authorization: `Bearer ${portal.token}` },
        body: { url: 'https://example.com/hooks' },
      })
    expect([(await refresh()).status, (await openPortal()).status]).toEqual([200, 201])
    await by(owner, project).setRole(person, 'viewer')
    expect([(await refresh()).status, (await openPortal()).status]).toEqual([401, 403])
  })

  test('hides the secrets among the settings from those who do not need them', async () => {
    const { project, owner, internal } = await ownedProject()
    const config_override_string = JSON.stringify({
      'emails.server': {
        isShared: false,
        host: 'smtp.example.com',
        port: 465,
        username: 'shop',
        password: 'the secret of the server',
        senderName: 'Shop',
        senderEmail: 'shop@example.com',
      },
      'auth.oauth.providers.github': {
        type: 'github',
        isShared: false,
        clientId: 'id',
        clientSecret: 'the secret of the provider',
        allowSignIn: true,
      },
    })
    await project.call('PATCH /internal/config/override', { as: 'admin', body: { config_override_string } })
    for (const role of ownerRoles) {
      const person = await addOwner(project.server, owner.teamId, role)
      const shown = [
        await project.call('GET /internal/config', asAdmin(person)),
        await project.call('GET /internal/projects/current', asAdmin(person)),
        await internal.call('GET /internal/projects', { user: person }),
      ].map((answer) => JSON.stringify(answer).includes('the secret of'))
      expect([role, ...shown]).toEqual([role, ...Array(3).fill(role !== 'support' && role !== 'viewer')])
    }
  })

  test('decides whether the person creates projects in the team', async () => {
    const { project, owner, internal } = await ownedProject()
    const body = { display_name: 'Another', owner_team_id: owner.teamId }
    for (const [role, status] of [
      ['developer', 201],
      ['support', 403],
      ['viewer', 403],
    ] as const) {
      const user = await addOwner(project.server, owner.teamId, role)
      expect((await internal.send('POST /internal/projects', { user, body })).status).toBe(status)
    }
  })
})

describe('keys', () => {
  test('say who created them, and those from before do not', async () => {
    const { project, owner } = await ownedProject()
    const developer = await addOwner(project.server, owner.teamId, 'developer')
    const { id, super_secret_admin_key } = await createKeys(project, developer)
    // What a key creates counts as created by the same person.
    const headers = { 'x-stack-super-secret-admin-key': super_secret_admin_key! }
    const second = await project.call('POST /internal/api-keys', { as: 'admin', headers, body: newKeys })
    const { items } = await project.call('GET /internal/api-keys', { as: 'admin', query: { include_last_use: 'true' } })
    const creators = new Map(items.map((item) => [item.id, item.created_by]))
    const creator = { user_id: developer.id, name: developer.email }
    expect([creators.get(id), creators.get(second.id)]).toEqual([creator, creator])
    expect([...creators.values()].filter((value) => value === null)).toHaveLength(items.length - 2)
  })

  test('of a person who leaves are listed in all projects of the team, and revoked on request', async () => {
    const { project, owner } = await ownedProject()
    const other = await createProjectOf(owner, project.server)
    const [leaving, staying] = [
      await addOwner(project.server, owner.teamId, 'developer'),
      await addOwner(project.server, owner.teamId, 'developer'),
    ]
    const [first, second] = [await createKeys(project, leaving), await createKeys(other, leaving)]
    const kept = await createKeys(project, staying)
    const listed = await by(owner, project).listKeys(leaving)
    expect(listed.map(({ id, project_id }) => [project_id, id])).toEqual([
      [other.id, second.id],
      [project.id, first.id],
    ])
    const opens = async (keys: { secret_server_key?: string | undefined }, { send }: TestProject = project) =>
      (await send('GET /users', { as: 'server', headers: { 'x-stack-secret-server-key': keys.secret_server_key! } }))
        .status === 200
    expect((await by(owner, project).remove(leaving, { revoke_keys: 'true' })).status).toBe(200)
    expect([await opens(first), await opens(second, other), await opens(kept)]).toEqual([false, false, true])
    expect(await by(owner, project).listKeys(leaving)).toEqual([])
    // Without the request they stay, and stay in the list of keys.
    expect((await by(owner, project).remove(staying)).status).toBe(200)
    expect(await opens(kept)).toBe(true)
  })

  test('are not revoked by somebody who only leaves', async () => {
    const { project, owner } = await ownedProject()
    const developer = await addOwner(project.server, owner.teamId, 'developer')
    await createKeys(project, developer)
    expect((await by(developer, project).remove(developer, { revoke_keys: 'true' })).status).toBe(403)
    expect((await by(developer, project).remove(developer)).status).toBe(200)
    expect(await by(owner, project).listKeys(developer)).toHaveLength(1)
  })

  test('do not delete a project if their creator could not, nor do the keys that they create', async () => {
    const { project, owner } = await ownedProject()
    const remove = (key: string | undefined) =>
      project.send('DELETE /internal/projects/current', {
        as: 'admin',
        headers: { 'x-stack-super-secret-admin-key': key! },
      })
    for (const role of ['admin', 'developer'] as const) {
      const person = await addOwner(project.server, owner.teamId, role)
      const keys = await createKeys(project, person)
      const headers = { 'x-stack-super-secret-admin-key': keys.super_secret_admin_key! }
      const next = await project.call('POST /internal/api-keys', { as: 'admin', headers, body: newKeys })
      expect((await remove(keys.super_secret_admin_key)).status).toBe(403)
      expect((await remove(next.super_secret_admin_key)).status).toBe(403)
    }
    expect((await remove((await createKeys(project, owner)).super_secret_admin_key)).status).toBe(200)
  })
})

describe('an owner with a lesser role', () => {
  test('does not come back as an owner by an invitation sent before', async () => {
    const { project, owner, internal } = await ownedProject()
    const person = await addOwner(project.server, owner.teamId, 'owner')
    const second = await createOwner(project.server)
    await by(person, project).invite(second.email, 'owner')
    const code = await codeEmailedTo(internal, second.email, 'owner_invitation')
    await by(owner, project).setRole(person, 'viewer')
    expect(await by(owner, project).listInvitations()).toEqual([])
    expect(await internal.send('POST /team-invitations/accept', { user: second, body: { code } })).toMatchObject({
      body: { code: 'VERIFICATION_CODE_NOT_FOUND' },
    })
  })

  test.each(['admin', 'developer', 'support', 'viewer'] as const)('cannot become more: %s', async (role) => {
    const { project, owner, internal } = await ownedProject()
    const person = await addOwner(project.server, owner.teamId, role)
    const member = { team_id: owner.teamId, user_id: person.id }
    const user = person
    const refused = async (request: Promise<{ status: number }>) =>
      expect([401, 403, 404]).toContain((await request).status)
    const { invite, setRole, remove, handOver } = by(person, project)
    await refused(setRole(person, 'owner'))
    await refused(setRole(owner, 'viewer'))
    await refused(remove(owner))
    await refused(invite(newEmail(), 'owner'))
    await refused(handOver(newEmail()))
    await refused(project.send('DELETE /internal/projects/current', asAdmin(person)))
    // The team, as its member with the own session.
    await refused(
      internal.send('DELETE /team-memberships/{team_id}/{user_id}', { user, params: { ...member, user_id: owner.id } }),
    )
    await refused(internal.send('PATCH /teams/{team_id}', { user, params: member, body: { display_name: 'Mine' } }))
    await refused(internal.send('DELETE /teams/{team_id}', { user, params: member }))
    const invitation = { email: newEmail(), team_id: owner.teamId, callback_url: 'http://localhost:3000/join' }
    await refused(internal.send('POST /team-invitations/send-code', { user, body: invitation }))
    await refused(
      internal.send('POST /internal/projects/transfer', {
        user,
        body: { project_id: project.id, new_team_id: person.teamId },
      }),
    )
    expect(await by(owner, project).list()).toMatchObject([{ role: 'owner' }, { user_id: person.id, role }])
  })

  test('does not gain from permissions that the project internal gives to members', async () => {
    const { project, owner } = await ownedProject()
    const internal = await internalProject()
    const viewer = await addOwner(project.server, owner.teamId, 'viewer')
    // A key may do this; the role stays what the owners have decided.
    await internal.call('POST /team-permissions/{team_id}/{user_id}/{permission_id}', {
      as: 'server',
      params: { team_id: owner.teamId, user_id: viewer.id, permission_id: 'team_admin' },
      body: {},
    })
    expect((await by(viewer, project).setRole(viewer, 'owner')).status).toBe(403)
    const params = { team_id: owner.teamId, user_id: owner.id }
    expect((await internal.send('DELETE /team-memberships/{team_id}/{user_id}', { user: viewer, params })).status).toBe(
      403,
    )
  })
})
