import { describe, expect, test } from 'vitest'
import { projectCache } from '../../projects/cache.ts'
import {
  createTestProject,
  goodPassword,
  internalProject,
  separateServer,
  type TestProject,
  type TestServer,
  testProject,
} from '../../testing/index.ts'
import { projectWithKeys } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import {
  enroll,
  isMarked,
  readMe,
  refresh,
  refusedWithout,
  setPolicy,
  setTeamPolicy,
} from '../../testing/second-factor-policy.ts'
import { ageProof } from '../../testing/step-up.ts'
import { teamActions } from '../../testing/team.ts'
import { createOwner, createPerson, type Person } from '../../testing/world.ts'

const day = 24 * 3600 * 1000

describe('a team that requires a second factor', () => {
  async function open(server?: TestServer) {
    const project = server ? await createTestProject(server) : await testProject()
    const actions = teamActions(project)
    const admin = await createPerson(project, { password: goodPassword })
    const team = await actions.createTeam(admin, 'Engines')
    await actions.grant(team, admin, '$update_team')
    return { project, team, admin, member: await actions.createMember(team), actions, ...actions }
  }

  const byClient = (project: TestProject, user: Person, team_id: string, fromMillis: number | null = 0) =>
    project.send('PATCH /teams/{team_id}', {
      user,
      params: { team_id },
      body: { second_factor_required_from_millis: fromMillis },
    })

  test('concerns all its members, whichever team they have selected, until they leave it', async () => {
    const { project, team, member, createTeam, removeMember } = await open()
    const outsider = await createPerson(project)
    const selected = await createTeam(member)
    await project.call('PATCH /users/me', { user: member, body: { selected_team_id: selected } })
    expect(await setTeamPolicy(project, team)).toMatchObject({ second_factor_required_from_millis: 0 })
    expect(await readMe(project, member)).toMatchObject({
      ...refusedWithout,
      body: { details: { required_by: 'team', display_name: 'Engines' } },
    })
    expect(isMarked(await refresh(project, member))).toBe(true)
    expect(await readMe(project, outsider)).toMatchObject({ status: 200 })
    await removeMember(team, member)
    expect(await readMe(project, member)).toMatchObject({ status: 200 })
    expect(isMarked(await refresh(project, member))).toBe(undefined)
  })

  test('concerns those who join it later, and ends with it', async () => {
    const { project, team, createMember } = await open()
    await setTeamPolicy(project, team)
    const late = await createMember(team)
    expect(await readMe(project, late)).toMatchObject(refusedWithout)
    await project.call('DELETE /teams/{team_id}', { as: 'server', params: { team_id: team } })
    expect(await readMe(project, late)).toMatchObject({ status: 200 })
  })

  test('holds for members whose client asks for live sessions', async () => {
    const { project, team, member } = await open()
    await setTeamPolicy(project, team)
    const headers = { 'x-stack-require-live-session': 'true' }
    expect(await project.send('GET /users/me', { user: member, headers })).toMatchObject(refusedWithout)
    await enroll(project, member)
    expect(await project.send('GET /users/me', { user: member, headers })).toMatchObject({ status: 200 })
  })

  test('is made one by those who may change it, who are concerned first, and by nobody else', async () => {
    const { project, team, admin, member } = await open()
    expect(await byClient(project, member, team)).toMatchObject({ body: { code: 'TEAM_PERMISSION_REQUIRED' } })
    expect(await byClient(project, admin, team)).toMatchObject({ status: 200 })
    expect(await byClient(project, admin, team, null)).toMatchObject(refusedWithout)
    await enroll(project, admin)
    expect(await byClient(project, admin, team, null)).toMatchObject({ status: 200 })
    expect(await readMe(project, member)).toMatchObject({ status: 200 })
    const entries = await listAuditEntries(project, 'team.')
    expect(entries.filter(({ action }) => action === 'team.updated')).toMatchObject([
      { details: { fields: ['second_factor_required_from'] } },
      { details: { fields: ['second_factor_required_from'] } },
    ])
  })

  test('cannot be switched on and off by a member to keep the others out, who can always switch it off', async () => {
    const server = await separateServer({ config: { rateLimits: true } })
    const { project, team, admin, actions } = await open(server)
    const other = await actions.createMember(team)
    await actions.grant(team, other, '$update_team')
    for (const user of [admin, other]) await enroll(project, user)
    const from = Date.now() + day
    const statuses: number[] = []
    for (let time = 0; time < 12; time++) {
      statuses.push((await byClient(project, admin, team, from)).status)
      await byClient(project, admin, team, null)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    expect(await byClient(project, other, team, from)).toMatchObject({ status: 200 })
    expect(await byClient(project, admin, team, null)).toMatchObject({ status: 200 })
    // A server answers for itself.
    expect(await setTeamPolicy(project, team, from)).toMatchObject({ second_factor_required_from_millis: from })
    const changes = (await listAuditEntries(project, 'team.updated')).filter(({ actor_id }) => actor_id === admin.id)
    expect(changes).toHaveLength(23)
    expect(changes[0]!.details).toMatchObject({ changes: [{ path: 'second_factor_required_from' }] })
  })

  test('is changed by members only with step-up', async () => {
    const { project, team, admin } = await open()
    await project.call('PATCH /internal/projects/current', {
      as: 'admin',
      body: { config: { step_up_required: true } },
    })
    await ageProof(project, admin)
    expect(await byClient(project, admin, team)).toMatchObject({ body: { code: 'STEP_UP_REQUIRED' } })
  })

  test('reaches the live sessions of another server', async () => {
    const { project, team, member } = await open()
    const there = projectWithKeys(await separateServer({}), project.id, project.keys)
    expect(await readMe(there, member)).toMatchObject({ status: 200 })
    await setTeamPolicy(project, team)
    await expect.poll(() => readMe(there, member), { timeout: 20_000 }).toMatchObject(refusedWithout)
  })

  test('of several, and the project, the one that applies first is named', async () => {
    const { project, team, member, createTeam, addMember } = await open()
    const [soon, later] = [Date.now() + day, Date.now() + 2 * day]
    const other = await createTeam(undefined, 'Looms')
    await addMember(other, member)
    await setTeamPolicy(project, team, later)
    await setTeamPolicy(project, other, soon)
    const read = async () => (await readMe(project, member)).body
    const looms = { required_by: 'team', display_name: 'Looms', required_from_millis: soon }
    expect(await read()).toMatchObject({ second_factor_requirement: looms })
    await setPolicy(project, 'required', later)
    expect(await read()).toMatchObject({ second_factor_requirement: looms })
    await setPolicy(project, 'required')
    expect(await read()).toMatchObject({ details: { required_by: 'project' } })
  })

  test('shows members from when on, and says nothing about other projects', async () => {
    const { project, team, member } = await open()
    const from = Date.now() + day
    await setTeamPolicy(project, team, from)
    const params = { team_id: team }
    expect(await project.call('GET /teams/{team_id}', { user: member, params })).toMatchObject({
      second_factor_required_from_millis: from,
    })
    const elsewhere = await testProject()
    expect(await elsewhere.send('PATCH /teams/{team_id}', { as: 'server', params, body: {} })).toMatchObject({
      body: { code: 'TEAM_NOT_FOUND' },
    })
  })
})

test('an owner without a second factor manages no project while that of the owners requires one', async () => {
  const server = await separateServer({})
  const owner = await createOwner(server)
  const project = await createTestProject(server)
  await server.platform.db
    .updateTable('projects')
    .set({ owner_team_id: owner.teamId })
    .where('id', '=', project.id)
    .execute()
  projectCache(server.platform).forget(project.id)
  const keys = { 'x-stack-super-secret-admin-key': '', 'x-stack-admin-access-token': owner.access_token }
  const read = () => project.send('GET /internal/projects/current', { as: 'admin', headers: keys })
  expect(await read()).toMatchObject({ status: 200 })
  const internal = projectWithKeys(server, 'internal', (await internalProject()).keys)
  await setTeamPolicy(internal, owner.teamId)
  expect(await read()).toMatchObject(refusedWithout)
  await enroll(internal, owner)
  expect(await read()).toMatchObject({ status: 200 })
})
