import { expect, test } from 'vitest'
import { race, separateServer, testProject } from '../testing/index.ts'
import { projectWithKeys } from '../testing/project.ts'
import { listEvents, listenToEvents } from '../testing/records.ts'
import { teamActions } from '../testing/team.ts'
import { createPerson } from '../testing/world.ts'

test('twenty changes of different fields of a team at once are all kept', async () => {
  const project = await testProject()
  await listenToEvents(project)
  const params = { team_id: await teamActions(project).createTeam() }
  const changes = [
    { display_name: 'New' },
    { client_metadata: 1 },
    { client_read_only_metadata: 2 },
    { server_metadata: 3 },
    { profile_image_url: 'https://example.com/a.png' },
  ]
  const { succeeded } = await race(20, (index) =>
    project.call('PATCH /teams/{team_id}', { as: 'server', params, body: changes[index % changes.length]! }),
  )
  expect(succeeded).toHaveLength(20)
  const team = await project.call('GET /teams/{team_id}', { as: 'server', params })
  expect(team).toMatchObject(Object.assign({}, ...changes))
  const events = await listEvents(project, 'team.updated')
  expect(events).toHaveLength(20)
  expect(events.at(-1)!.data).toEqual(team)
})

test('of twenty changes of one field at once the last one told is the one that stays', async () => {
  const project = await testProject()
  await listenToEvents(project)
  const params = { team_id: await teamActions(project).createTeam() }
  await race(20, (index) =>
    project.call('PATCH /teams/{team_id}', { as: 'server', params, body: { display_name: `Name ${index}` } }),
  )
  const team = await project.call('GET /teams/{team_id}', { as: 'server', params })
  expect((await listEvents(project, 'team.updated')).at(-1)!.data).toEqual(team)
})

test('twenty additions of one member at once make one membership, on two nodes', async () => {
  const project = await testProject()
  await listenToEvents(project)
  const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
  const ada = await createPerson(project)
  const teamId = await teamActions(project).createTeam()
  const { succeeded, failed } = await race(20, (index) =>
    teamActions(index % 2 ? project : secondNode).addMember(teamId, ada),
  )
  expect(succeeded).toEqual([{ team_id: teamId, user_id: ada.id }])
  expect(failed.map((error) => error.code)).toEqual(Array(19).fill('TEAM_MEMBERSHIP_ALREADY_EXISTS'))
  expect(await teamActions(project).listPermissions(teamId, ada)).toEqual(['team_member'])
  expect(await listEvents(project, 'team_membership')).toHaveLength(1)
})

test('a team that is deleted while members are added keeps none of them', async () => {
  const project = await testProject()
  const { createTeam, addMember } = teamActions(project)
  const people = await Promise.all(Array.from({ length: 6 }, () => createPerson(project)))
  for (let round = 0; round < 5; round++) {
    const team_id = await createTeam()
    const { succeeded, failed } = await race<unknown>(7, (index) =>
      index === 3
        ? project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id } })
        : addMember(team_id, people[index > 3 ? index - 1 : index]!),
    )
    expect(succeeded).toContainEqual({ success: true })
    for (const error of failed) expect(error).toMatchObject({ status: 404, code: 'TEAM_NOT_FOUND' })
    const { items } = await project.call('GET /team-member-profiles', { as: 'server' })
    expect(items).toEqual([])
  }
})

test('a user who selects a team while leaving it does not keep it selected', async () => {
  const project = await testProject()
  const { createTeam, addMember, removeMember } = teamActions(project)
  const user = await createPerson(project)
  for (let round = 0; round < 10; round++) {
    const teamId = await createTeam()
    await addMember(teamId, user)
    await race<unknown>(4, (index) =>
      index === 2
        ? removeMember(teamId, user)
        : project.call('PATCH /users/me', { user, body: { selected_team_id: teamId } }),
    )
    expect((await project.call('GET /users/me', { user })).selected_team_id).toBeNull()
  }
})

test('a team and its creator that are deleted at once leave nothing behind and fail in no unexpected way', async () => {
  const project = await testProject()
  const { createTeam, createMember } = teamActions(project)
  for (let round = 0; round < 5; round++) {
    const ada = await createPerson(project)
    const team_id = await createTeam(ada)
    await createMember(team_id)
    await project.call('PATCH /users/me', { user: ada, body: { selected_team_id: team_id } })
    const { succeeded, failed } = await race(2, (index) =>
      index === 0
        ? project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id } })
        : project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: ada.id } }),
    )
    expect(failed).toEqual([])
    expect(succeeded).toEqual([{ success: true }, { success: true }])
  }
  expect((await project.call('GET /team-permissions', { as: 'server' })).items).toEqual([])
})
