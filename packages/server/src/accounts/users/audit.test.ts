import { expect, test } from 'vitest'
import { newEmail, testProject } from '../../testing/index.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPerson } from '../../testing/world.ts'

test('an entry about a primary email tells what it was and what it is', async () => {
  const project = await testProject()
  const { id: user_id, email: from } = await createPerson(project)
  const to = newEmail()
  const patch = (body: object) => project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id }, body })
  await patch({ primary_email: to })
  await patch({ primary_email: null })
  await patch({ primary_email_verified: false })
  expect((await listAuditEntries(project, 'user.updated')).map(({ details }) => details)).toEqual([
    { fields: ['primary_email'], primary_email: { from, to } },
    { fields: ['primary_email'], primary_email: { from: to, to: null } },
    { fields: ['primary_email_verified'] },
  ])
})

test('a second factor that was not there is not said to be gone', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  await project.call('PATCH /users/me', { user, body: { totp_secret_base64: null } })
  expect(await listAuditEntries(project, 'second_factor.')).toEqual([])
})

test('the entry about a new user names the personal team that came with it', async () => {
  const project = await testProject({ 'teams.createPersonalTeamOnSignUp': true })
  const created = await project.call('POST /users', { as: 'server', body: {} })
  const { user_id } = await project.signUp()
  const anonymous = await project.call('POST /auth/anonymous/sign-up', {})
  for (const id of [created.id, user_id, anonymous.user_id]) {
    const { selected_team_id } = await project.call('GET /users/{user_id}', { as: 'server', params: { user_id: id } })
    const entries = await listAuditEntries(project, 'user.created')
    expect(entries.find(({ target_id }) => target_id === id)?.details).toEqual({ personal_team_id: selected_team_id })
  }
  const without = await testProject()
  await without.signUp()
  expect((await listAuditEntries(without, 'user.created'))[0]!.details).toBeNull()
})
