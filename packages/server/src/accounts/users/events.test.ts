import { describe, expect, test } from 'vitest'
import { newEmail, race, testProject } from '../../testing/index.ts'
import { listEvents, listenToEvents } from '../../testing/records.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'

const asServer = { as: 'server' as const }
const verification_callback_url = 'http://localhost:3000/verify'

describe('user.created', () => {
  test('tells the server form of a user that a server has created', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const body = { display_name: 'Ada', server_metadata: { a: 1 }, primary_email: newEmail() }
    const user = await project.call('POST /users', { ...asServer, body })
    expect(await listEvents(project)).toEqual([{ type: 'user.created', data: user }])
  })

  test('comes with every kind of sign-up, before the personal team that it does not show', async () => {
    const project = await testProject({ 'teams.createPersonalTeamOnSignUp': true })
    await listenToEvents(project)
    await project.signUp()
    await project.call('POST /auth/anonymous/sign-up', {})
    await project.call('POST /users', { ...asServer, body: {} })
    const events = (await listEvents(project)).filter(({ type }) => /^(user|team)\./.test(type))
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill(['user.created', 'team.created']).flat())
    expect(events.filter(({ type }) => type === 'user.created')).toMatchObject([
      { data: { is_anonymous: false, has_password: true, selected_team: null, selected_team_id: null } },
      { data: { is_anonymous: true, selected_team: null, selected_team_id: null } },
      { data: { is_anonymous: false, has_password: false, selected_team: null, selected_team_id: null } },
    ])
    expect(events[1]!.data).toMatchObject({ display_name: expect.stringContaining("'s Team") })
  })

  test('does not come when the user was not created', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const body = { primary_email: newEmail(), primary_email_auth_enabled: true }
    const { succeeded } = await race(5, () => project.call('POST /users', { ...asServer, body }))
    expect(succeeded).toHaveLength(1)
    expect(await listEvents(project)).toHaveLength(1)
  })
})

describe('user.updated', () => {
  test('tells the user after each change, in the server form, whoever made it', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const person = await createPerson(project)
    await project.call('PATCH /users/me', { user: person, body: { display_name: 'Ada' } })
    const params = { user_id: person.id }
    const user = await project.call('PATCH /users/{user_id}', { ...asServer, params, body: { server_metadata: 5 } })
    expect(await listEvents(project, 'user.updated')).toMatchObject([
      { data: { display_name: 'Ada', server_metadata: null } },
      { data: user },
    ])
  })

  test('does not come with a refused change', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const person = await createPerson(project)
    const params = { user_id: person.id }
    const body = { display_name: 'x', passkey_auth_enabled: true }
    await expect(project.call('PATCH /users/{user_id}', { ...asServer, params, body })).rejects.toThrow()
    const selected = { display_name: 'x', selected_team_id: crypto.randomUUID() }
    await expect(project.call('PATCH /users/me', { user: person, body: selected })).rejects.toThrow()
    expect(await listEvents(project, 'user.updated')).toEqual([])
  })

  test('comes instead of user.created when an anonymous user signs up', async () => {
    const project = await testProject()
    await listenToEvents(project)
    const anonymous = await project.call('POST /auth/anonymous/sign-up', {})
    const email = newEmail()
    await project.call('POST /auth/password/sign-up', {
      user: anonymous,
      headers: { 'x-stack-allow-anonymous-user': 'true' },
      body: { email, password: 'correct horse battery', verification_callback_url },
    } as never)
    expect(await listEvents(project, 'user.')).toMatchObject([
      { type: 'user.created', data: { id: anonymous.user_id, is_anonymous: true } },
      { type: 'user.updated', data: { id: anonymous.user_id, is_anonymous: false, primary_email: email } },
    ])
  })
})

test('user.deleted tells the teams of the user, and every membership its end', async () => {
  const project = await testProject()
  await listenToEvents(project)
  const person = await createPerson(project)
  const { createTeam } = teamActions(project)
  const teams = [await createTeam(person, 'A'), await createTeam(person, 'B')]
  await project.call('DELETE /users/{user_id}', { ...asServer, params: { user_id: person.id } })
  const events = await listEvents(project)
  expect(events.filter(({ type }) => /deleted$/.test(type))).toEqual([
    ...teams.map((team_id) => ({ type: 'team_membership.deleted', data: { team_id, user_id: person.id } })),
    { type: 'user.deleted', data: { id: person.id, teams: teams.map((id) => ({ id })) } },
  ])
  await expect(createTeam(person)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
})

test('twenty deletions of one user are told once', async () => {
  const project = await testProject()
  await listenToEvents(project)
  const person = await createPerson(project)
  const params = { user_id: person.id }
  const { succeeded, failed } = await race(20, () => project.call('DELETE /users/{user_id}', { ...asServer, params }))
  expect(succeeded).toHaveLength(1)
  for (const error of failed) expect(error).toMatchObject({ code: 'USER_NOT_FOUND' })
  expect(await listEvents(project, 'user.deleted')).toHaveLength(1)
})

test('a deletion against new memberships: every membership that was told to begin is told to end', async () => {
  const project = await testProject()
  await listenToEvents(project)
  const person = await createPerson(project)
  const { createTeam, addMember } = teamActions(project)
  const teams = await Promise.all(Array.from({ length: 8 }, () => createTeam()))
  const params = { user_id: person.id }
  await race(9, async (index) =>
    index === 4
      ? project.call('DELETE /users/{user_id}', { ...asServer, params })
      : addMember(teams[index % 8]!, person),
  )
  const events = await listEvents(project)
  const teamsOf = (type: string) =>
    events.filter((event) => event.type === type).map(({ data }) => (data as { team_id: string }).team_id)
  expect(teamsOf('team_membership.deleted').sort()).toEqual(teamsOf('team_membership.created').sort())
})

test('twenty changes of one user at once are told one after the other, the last as it stays', async () => {
  const project = await testProject()
  await listenToEvents(project)
  const person = await createPerson(project)
  const { failed } = await race(20, (index) =>
    project.call('PATCH /users/me', { user: person, body: { display_name: `Name ${index}` } }),
  )
  expect(failed).toEqual([])
  const events = await listEvents(project, 'user.updated')
  expect(new Set(events.map(({ data }) => (data as { display_name: string }).display_name)).size).toBe(20)
  const { display_name } = await project.call('GET /users/me', { user: person })
  expect(events.at(-1)!.data).toMatchObject({ display_name })
})
