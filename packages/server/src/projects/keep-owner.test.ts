import { describe, expect, test } from 'vitest'
import { internalProject, race, type TestProject, testProject } from '../testing/index.ts'
import { createOwner } from '../testing/world.ts'

type Owner = Awaited<ReturnType<typeof createOwner>>
const asServer = { as: 'server' as const }

async function openShop() {
  const internal = await internalProject()
  const owner = await createOwner(internal.server)
  const shop = await createProject(internal, owner, 'Shop')
  return { internal, owner, shop }
}

const createProject = ({ call }: TestProject, owner: Owner, display_name: string, owner_team_id = owner.teamId) =>
  call('POST /internal/projects', { user: owner, body: { display_name, owner_team_id } })
const deleteTeam = ({ send }: TestProject, team_id: string) =>
  send('DELETE /teams/{team_id}', { ...asServer, params: { team_id } })
const leave = ({ send }: TestProject, user_id: string, team_id: string) =>
  send('DELETE /team-memberships/{team_id}/{user_id}', { ...asServer, params: { team_id, user_id } })
const deleteUser = ({ send }: TestProject, user_id: string) =>
  send('DELETE /users/{user_id}', { ...asServer, params: { user_id } })
const join = ({ call }: TestProject, user_id: string, team_id: string) =>
  call('POST /team-memberships/{team_id}/{user_id}', { ...asServer, params: { team_id, user_id }, body: {} })
const promote = ({ call }: TestProject, user_id: string, team_id: string) =>
  call('POST /team-permissions/{team_id}/{user_id}/{permission_id}', {
    ...asServer,
    params: { team_id, user_id, permission_id: 'team_admin' },
    body: {},
  })
const transfer = ({ call }: TestProject, owner: Owner, project_id: string, new_team_id: string) =>
  call('POST /internal/projects/transfer', { user: owner, body: { project_id, new_team_id } })

const refusal = (text: string) => ({ status: 409, body: expect.stringContaining(text) })

describe('a team that owns projects', () => {
  test('is deleted once they belong to another or are gone, and its refusal names them', async () => {
    const { internal, owner, shop } = await openShop()
    const blog = await createProject(internal, owner, 'Blog')
    expect(await deleteTeam(internal, owner.teamId)).toMatchObject(
      refusal('owns the projects “Shop”, “Blog”. Transfer or delete them first.'),
    )
    const { id: other } = await internal.call('POST /teams', {
      user: owner,
      body: { display_name: 'Other', creator_user_id: 'me' },
    })
    await transfer(internal, owner, shop.id, other)
    expect(await deleteTeam(internal, owner.teamId)).toMatchObject(refusal('owns the project “Blog”'))
    await internal.call('DELETE /internal/projects/current', {
      as: 'admin',
      headers: { 'x-stack-project-id': blog.id, 'x-stack-admin-access-token': owner.access_token },
    })
    expect((await deleteTeam(internal, owner.teamId)).status).toBe(200)
  })

  test('keeps its last owner, who may go when there is another', async () => {
    const { internal, owner } = await openShop()
    expect(await leave(internal, owner.id, owner.teamId)).toMatchObject(refusal('“Shop”'))
    expect(await deleteUser(internal, owner.id)).toMatchObject(refusal('“Shop”'))
    const second = await createOwner(internal.server)
    await join(internal, second.id, owner.teamId)
    expect(await leave(internal, owner.id, owner.teamId)).toMatchObject(refusal('“Shop”'))
    await promote(internal, second.id, owner.teamId)
    expect((await leave(internal, owner.id, owner.teamId)).status).toBe(200)
    expect((await deleteUser(internal, owner.id)).status).toBe(200)
    expect(await deleteUser(internal, second.id)).toMatchObject(refusal('“Shop”'))
    const permission = { team_id: owner.teamId, user_id: second.id, permission_id: 'team_admin' }
    const demotion = { ...asServer, params: permission }
    expect(await internal.send('DELETE /team-permissions/{team_id}/{user_id}/{permission_id}', demotion)).toMatchObject(
      refusal('“Shop”'),
    )
  })

  test('keeps one of two owners who leave at once', async () => {
    const { internal, owner } = await openShop()
    const second = await createOwner(internal.server)
    await join(internal, second.id, owner.teamId)
    await promote(internal, second.id, owner.teamId)
    const { succeeded } = await race(2, (index) =>
      index === 0 ? leave(internal, owner.id, owner.teamId) : deleteUser(internal, second.id),
    )
    expect(succeeded.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('is not deleted while it gets a project', async () => {
    const { internal, owner, shop } = await openShop()
    for (let round = 0; round < 5; round++) {
      const { id: team } = await internal.call('POST /teams', {
        user: owner,
        body: { display_name: 'Other', creator_user_id: 'me' },
      })
      const before = (await internal.call('GET /internal/projects', { user: owner })).items.length
      const { succeeded } = await race<unknown>(3, (index) =>
        index === 0
          ? deleteTeam(internal, team).then(({ status }) => status)
          : index === 1
            ? createProject(internal, owner, 'New', team).then(() => 'created')
            : transfer(internal, owner, shop.id, team).then(() => 'transferred'),
      )
      const owned = (await internal.call('GET /internal/projects', { user: owner })).items
      expect(owned.length).toBe(before + (succeeded.includes('created') ? 1 : 0))
      if (succeeded.includes('transferred')) await transfer(internal, owner, shop.id, owner.teamId)
    }
  })
})

test('teams of other projects are deleted as ever', async () => {
  const project = await testProject()
  const { id } = await project.call('POST /teams', { ...asServer, body: { display_name: 'Any' } })
  expect((await deleteTeam(project, id)).status).toBe(200)
})
