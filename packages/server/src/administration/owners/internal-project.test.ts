import { type OwnerRole, ownerRoles, type Routes } from '@latchkey/contract'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { changingPurchases, changingSettings, changingUsers } from '../../testing/authorization/roles.ts'
import { createDatabase, newEmail, openTestServer, type TestServer } from '../../testing/index.ts'
import { minimalRequests } from '../../testing/minimal-requests.ts'
import { closeAfterFile } from '../../testing/opened-servers.ts'
import { addOwner, by, createProjectOf, giveToTeam, sessionOf, type TestOwner } from '../../testing/owners.ts'
import { projectWithKeys, type TestProject } from '../../testing/project.ts'
import { internalKeys } from '../../testing/server.ts'
import { takeSnapshot } from '../../testing/snapshot.ts'
import { createOwner, createWorld, type World } from '../../testing/world.ts'
import { demoProjectFact } from '../deployment/queries.ts'

// Whoever takes over the project `internal` owns every project of the server.

let server: TestServer
let internal: TestProject
let world: World
let people: Record<OwnerRole, TestOwner>

beforeAll(async () => {
  // A database of its own, because there is one internal project in each.
  const database = await createDatabase(inject('databaseUrl'))
  server = await closeAfterFile(await openTestServer(database.url))
  internal = projectWithKeys(server, 'internal', internalKeys)
  const owner = await createOwner(server)
  await giveToTeam(server, 'internal', owner.teamId)
  const others = await Promise.all(
    ownerRoles.map(async (role) => [role, await addOwner(server, owner.teamId, role)] as const),
  )
  people = { ...(Object.fromEntries(others) as Record<OwnerRole, TestOwner>), owner }
  world = { ...(await createWorld(server)), project: internal }
})

const send = (route: keyof Routes, person: TestOwner, as: 'server' | 'admin') => {
  const request = minimalRequests[route](world)
  const headers = { ...request.headers, ...sessionOf(person) }
  return internal.send(route, { ...request, as, headers })
}
const others = ownerRoles.filter((role) => role !== 'owner')
/** What an owner may do to accounts: the operator of an open server needs it against abuse. */
const changedByOwner: (keyof Routes)[] = [
  'POST /users',
  'DELETE /users/{user_id}',
  'PUT /users/{user_id}/restriction',
  'DELETE /users/{user_id}/restriction',
  'PATCH /emails/notification-preference/{user_id}/{category_id}',
  'POST /internal/send-sign-in-invitation',
]

describe('in the project internal', () => {
  test.each(others)('the session of a person with the role %s changes nothing and shows no secret', async (role) => {
    const before = await takeSnapshot(server.platform.db, 'internal')
    for (const route of [...changingUsers, ...changingSettings, ...changingPurchases]) {
      for (const access of ['server', 'admin'] as const) {
        const { status, body } = await send(route, people[role], access)
        const isInsufficient = (body as { code?: string }).code === 'INSUFFICIENT_ACCESS_TYPE'
        expect([route, access, isInsufficient ? 403 : status]).toEqual([route, access, 403])
      }
    }
    expect(await takeSnapshot(server.platform.db, 'internal')).toEqual(before)
  })

  test('not even the session of an owner changes accounts, teams, memberships, permissions or sessions', async () => {
    const before = await takeSnapshot(server.platform.db, 'internal')
    for (const route of changingUsers.filter((name) => !changedByOwner.includes(name))) {
      const answer = await send(route, people.owner, 'admin')
      expect([route, answer]).toMatchObject([route, { status: 403, body: expect.stringContaining('/internal/owners') }])
    }
    expect(await takeSnapshot(server.platform.db, 'internal')).toEqual(before)
  })

  test('a developer does not become an owner as a member once could', async () => {
    const { developer, owner } = people
    const request = { as: 'admin' as const, headers: sessionOf(developer) }
    const member = { team_id: owner.teamId, user_id: developer.id }
    const attempts = [
      internal.send('POST /team-permissions/{team_id}/{user_id}/{permission_id}', {
        ...request,
        params: { ...member, permission_id: 'team_admin' },
        body: {},
      }),
      internal.send('POST /auth/sessions', { ...request, body: { user_id: owner.id } }),
      internal.send('DELETE /team-memberships/{team_id}/{user_id}', {
        ...request,
        params: { ...member, user_id: owner.id },
      }),
      internal.send('PATCH /users/{user_id}', {
        ...request,
        params: { user_id: owner.id },
        body: { primary_email: newEmail(), password: 'a new password' },
      }),
      internal.send('POST /internal/api-keys', {
        ...request,
        body: {
          description: '',
          expires_at_millis: Date.UTC(2100, 0),
          has_publishable_client_key: false,
          has_secret_server_key: false,
          has_super_secret_admin_key: true,
        },
      }),
      internal.send('PATCH /internal/config/override', {
        ...request,
        body: {
          config_override_string: '{"domains.trustedDomains.x":{"baseUrl":"https://thief.example","handlerPath":"/"}}',
        },
      }),
      internal.send('POST /internal/owner-invitations', { ...request, body: { email: newEmail(), role: 'owner' } }),
      internal.send('POST /internal/users/{user_id}/impersonation', {
        ...request,
        params: { user_id: owner.id },
        body: { callback_url: 'http://localhost:3000/' },
      }),
    ]
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual(attempts.map(() => 403))
    expect((await by(owner, internal).list()).find(({ user_id }) => user_id === developer.id)?.role).toBe('developer')
  })

  test('nobody skips a recent proof of identity for the own account by acting as a server', async () => {
    const { viewer } = people
    const request = { as: 'server' as const, headers: sessionOf(viewer), user: viewer }
    const body = { user_id: 'me', type: 'email', value: newEmail(), used_for_auth: true, is_verified: true }
    expect((await internal.send('POST /contact-channels', { ...request, body })).status).toBe(403)
    expect(
      (await internal.send('PATCH /users/me', { ...request, body: { primary_email_verified: true } })).status,
    ).toBe(403)
    expect(
      (await internal.send('POST /auth/password/set', { ...request, body: { password: 'correct horse' } })).status,
    ).toBe(403)
  })

  test('owners invite, change roles and remove, and see the server', async () => {
    const { owner } = people
    expect((await by(owner, internal).invite(newEmail(), 'viewer')).status).toBe(200)
    const person = await addOwner(server, owner.teamId, 'viewer')
    expect((await by(owner, internal).setRole(person, 'admin')).status).toBe(200)
    expect((await by(person, internal).remove(owner)).status).toBe(403)
    for (const role of ['owner', 'admin', 'viewer'] as const) {
      const request = { as: 'admin' as const, headers: sessionOf(people[role]) }
      expect((await internal.send('GET /internal/server', request)).status).toBe(200)
    }
    expect((await by(owner, internal).remove(person)).status).toBe(200)
  })
})

test('neither it nor the demo has other environments', async () => {
  const body = { environment: 'staging', current_environment: 'production' }
  const request = { as: 'admin' as const, headers: sessionOf(people.owner), body }
  const demo = await createProjectOf(people.owner, server)
  await server.platform.db.insertInto('deployment').values({ name: demoProjectFact, value: demo.id }).execute()
  for (const project of [internal, demo]) {
    const refused = await project.send('POST /internal/environments', request)
    expect(refused).toMatchObject({ status: 400, body: expect.stringContaining('comes with the server') })
  }
})
