import type { TestProject } from './project.ts'
import { createPerson, type Person } from './world.ts'

export function teamActions(project: TestProject) {
  const { call } = project
  const asServer = { as: 'server' as const }
  const params = (teamId: string, user: { id: string }) => ({ team_id: teamId, user_id: user.id })
  return {
    createTeam: async (creator?: Person, display_name = 'Team') => {
      const body = { display_name, ...(creator ? { creator_user_id: creator.id } : {}) }
      return (await call('POST /teams', { ...asServer, body })).id
    },
    /** A new user who is a member with the default permissions. */
    createMember: async (teamId: string) => {
      const person = await createPerson(project)
      await call('POST /team-memberships/{team_id}/{user_id}', {
        ...asServer,
        params: params(teamId, person),
        body: {},
      })
      return person
    },
    addMember: (teamId: string, user: { id: string }) =>
      call('POST /team-memberships/{team_id}/{user_id}', { ...asServer, params: params(teamId, user), body: {} }),
    removeMember: (teamId: string, user: { id: string }) =>
      call('DELETE /team-memberships/{team_id}/{user_id}', { ...asServer, params: params(teamId, user) }),
    grant: (teamId: string, user: { id: string }, permission_id: string) =>
      call('POST /team-permissions/{team_id}/{user_id}/{permission_id}', {
        ...asServer,
        params: { ...params(teamId, user), permission_id },
        body: {},
      }),
    revoke: (teamId: string, user: { id: string }, permission_id: string) =>
      call('DELETE /team-permissions/{team_id}/{user_id}/{permission_id}', {
        ...asServer,
        params: { ...params(teamId, user), permission_id },
      }),
    listPermissions: async (teamId: string, user: { id: string }, recursive: 'true' | 'false' = 'false') => {
      const query = { team_id: teamId, user_id: user.id, recursive }
      return (await call('GET /team-permissions', { ...asServer, query })).items.map(({ id }) => id)
    },
  }
}
