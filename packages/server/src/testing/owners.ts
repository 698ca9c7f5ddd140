import type { OwnerRole } from '@latchkey/contract'
import { projectCache } from '../projects/cache.ts'
import { insertMembership } from '../teams/queries.ts'
import { createTestProject, projectWithKeys, type TestProject } from './project.ts'
import { internalKeys, type TestServer } from './server.ts'
import { createOwner } from './world.ts'

export type TestOwner = Awaited<ReturnType<typeof createOwner>>

/** A project with its first owner. */
export async function createOwnedProject(server: TestServer) {
  const owner = await createOwner(server)
  const internal = projectWithKeys(server, 'internal', internalKeys)
  return { project: await createProjectOf(owner, server), owner, internal }
}

export async function createProjectOf({ teamId }: TestOwner, server: TestServer): Promise<TestProject> {
  const project = await createTestProject(server)
  await giveToTeam(server, project.id, teamId)
  return project
}

export async function giveToTeam({ platform }: TestServer, projectId: string, teamId: string | null): Promise<void> {
  const { db } = platform
  const projects = projectCache(platform)
  await db.updateTable('projects').set({ owner_team_id: teamId }).where('id', '=', projectId).execute()
  projects.forget(projectId)
}

/** Somebody else with a role in the team. Without one, as a server adds members. */
export async function addOwner(server: TestServer, teamId: string, role?: OwnerRole): Promise<TestOwner> {
  const person = await createOwner(server)
  const membership = { teamId, userId: person.id, permissionIds: [], now: server.platform.now() }
  await insertMembership(server.platform.db, 'internal', { ...membership, ...(role && { ownerRole: role }) })
  return person
}

/** What an owner's session is sent as, instead of any key. */
export function sessionOf({ access_token }: { access_token: string }) {
  return {
    'x-stack-publishable-client-key': '',
    'x-stack-secret-server-key': '',
    'x-stack-super-secret-admin-key': '',
    'x-stack-admin-access-token': access_token,
  }
}

/** What an owner may do about the other owners. */
export function by(owner: { access_token: string }, { call, send }: TestProject) {
  const request = { as: 'admin', headers: sessionOf(owner) } as const
  const invite = (body: object) => send('POST /internal/owner-invitations', { ...request, body })
  return {
    list: async () => (await call('GET /internal/owners', request)).items,
    listInvitations: async () => (await call('GET /internal/owner-invitations', request)).items,
    invite: (email: string, role?: OwnerRole) => invite({ email, ...(role && { role }) }),
    handOver: (email: string) => invite({ email, in_own_team: true }),
    revoke: (id: string) => send('DELETE /internal/owner-invitations/{id}', { ...request, params: { id } }),
    setRole: (user: { id: string }, role: OwnerRole) =>
      send('PATCH /internal/owners/{user_id}', { ...request, params: { user_id: user.id }, body: { role } }),
    listKeys: async (user: { id: string }) =>
      (await call('GET /internal/owners/{user_id}/keys', { ...request, params: { user_id: user.id } })).items,
    remove: (user: { id: string }, query: { revoke_keys?: 'true' } = {}) =>
      send('DELETE /internal/owners/{user_id}', { ...request, params: { user_id: user.id }, query }),
  }
}
