import { describe, expect, test } from 'vitest'
import { goodPassword, race, testProject } from '../../testing/index.ts'
import type { TestProject } from '../../testing/project.ts'
import { createPerson, type Person } from '../../testing/world.ts'

const newPassword = 'staple for a battery'

const refused = (code: string, status = 400) => ({ status, body: { code } })
const noUser = {
  status: 400,
  body: { code: 'SCHEMA_ERROR', details: { message: expect.stringContaining('auth.user is required') } },
}

const turnPasswords = (project: TestProject, allowSignIn: boolean) =>
  project.call('PATCH /internal/config/override', {
    as: 'admin',
    body: { config_override_string: JSON.stringify({ 'auth.password.allowSignIn': allowSignIn }) },
  })

const isAlive = async ({ send }: TestProject, { refresh_token }: Pick<Person, 'refresh_token'>) =>
  (await send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } }))
    .status === 200

const canSignIn = async ({ send }: TestProject, { email }: Person, password: string) =>
  (await send('POST /auth/password/sign-in', { body: { email, password } })).status === 200

async function personWithSessions(project: TestProject, password?: typeof goodPassword) {
  const person = await createPerson(project, password ? { password } : {})
  const body = { user_id: person.id }
  const other = await project.call('POST /auth/sessions', { as: 'server', body })
  return { person, other }
}

describe('changing the password', () => {
  const update = (project: TestProject, user: Person | undefined, body: object, headers = {}) =>
    project.send('POST /auth/password/update', {
      user,
      headers,
      body: { old_password: goodPassword, new_password: newPassword, ...body },
    })

  // ASVS 6.2.1, 6.2.2, 6.2.3
  test('checks one thing after the other', async () => {
    const project = await testProject({ 'auth.password.allowSignIn': false })
    const without = await createPerson(project)
    const person = await createPerson(project, { password: goodPassword })
    const short = { new_password: 'short', old_password: 'wrong' }

    expect(await update(project, undefined, short)).toMatchObject(noUser)
    expect(await update(project, without, short)).toMatchObject(refused('PASSWORD_AUTHENTICATION_NOT_ENABLED'))
    await turnPasswords(project, true)
    expect(await update(project, without, short)).toMatchObject(refused('PASSWORD_TOO_SHORT'))
    expect(await update(project, without, { new_password: 'qwertyuiop' })).toMatchObject(
      refused('PASSWORD_REQUIREMENTS_NOT_MET'),
    )
    expect(await update(project, without, {})).toMatchObject(refused('USER_DOES_NOT_HAVE_PASSWORD'))
    expect(await update(project, person, { old_password: 'wrong' })).toMatchObject(
      refused('PASSWORD_CONFIRMATION_MISMATCH'),
    )
    expect(await update(project, person, {})).toMatchObject({ status: 200, body: { success: true } })
    expect(await canSignIn(project, person, goodPassword)).toBe(false)
    expect(await canSignIn(project, person, newPassword)).toBe(true)
  })

  // ASVS 7.4.3
  test('ends every session but the one whose refresh token comes along', async () => {
    const project = await testProject()
    const { person, other } = await personWithSessions(project, goodPassword)
    const bystander = await createPerson(project)
    await update(project, person, {}, { 'x-stack-refresh-token': person.refresh_token })

    expect(await isAlive(project, person)).toBe(true)
    expect(await isAlive(project, other)).toBe(false)
    expect(await isAlive(project, bystander)).toBe(true)
  })

  test.each(['', 'unknown', "somebody else's"])('ends every session with a refresh token that is %j', async (kind) => {
    const project = await testProject()
    const { person, other } = await personWithSessions(project, goodPassword)
    const bystander = await createPerson(project)
    const token = kind === "somebody else's" ? bystander.refresh_token : kind
    await update(project, person, {}, { 'x-stack-refresh-token': token })

    expect(await isAlive(project, person)).toBe(false)
    expect(await isAlive(project, other)).toBe(false)
    expect(await isAlive(project, bystander)).toBe(true)
  })

  test('that fails ends no session', async () => {
    const project = await testProject()
    const { person, other } = await personWithSessions(project, goodPassword)
    await update(project, person, { old_password: 'wrong' })
    expect(await isAlive(project, person)).toBe(true)
    expect(await isAlive(project, other)).toBe(true)
  })

  test('five times at once from the same old one succeeds once', async () => {
    const project = await testProject()
    const person = await createPerson(project, { password: goodPassword })
    const headers = { 'x-stack-refresh-token': person.refresh_token }
    const { succeeded } = await race(5, (index) =>
      update(project, person, { new_password: `${newPassword} ${index}` }, headers),
    )
    const winners = succeeded.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(winners).toHaveLength(1)
    const losers = succeeded.filter(({ status }) => status !== 200)
    for (const loser of losers) expect(loser).toMatchObject(refused('PASSWORD_CONFIRMATION_MISMATCH'))
    expect(await canSignIn(project, person, `${newPassword} ${winners[0]}`)).toBe(true)
  })
})

describe('setting a first password', () => {
  const set = (project: TestProject, user: Person | undefined, password = newPassword) =>
    project.send('POST /auth/password/set', { user, body: { password } })

  test('checks one thing after the other', async () => {
    const project = await testProject({ 'auth.password.allowSignIn': false })
    const person = await createPerson(project, { password: goodPassword })

    expect(await set(project, undefined, 'short')).toMatchObject(noUser)
    expect(await set(project, person, 'short')).toMatchObject(refused('PASSWORD_AUTHENTICATION_NOT_ENABLED'))
    await turnPasswords(project, true)
    expect(await set(project, person, 'short')).toMatchObject(refused('PASSWORD_TOO_SHORT'))
    expect(await set(project, person, 'Password1')).toMatchObject(refused('PASSWORD_REQUIREMENTS_NOT_MET'))
    expect(await set(project, person)).toMatchObject({ status: 400, body: expect.any(String) })
    expect(await canSignIn(project, person, goodPassword)).toBe(true)
  })

  test('leaves all sessions alone', async () => {
    const project = await testProject()
    const { person, other } = await personWithSessions(project)
    expect(await set(project, person)).toMatchObject({ status: 200, body: { success: true } })
    expect(await canSignIn(project, person, newPassword)).toBe(true)
    expect(await isAlive(project, person)).toBe(true)
    expect(await isAlive(project, other)).toBe(true)
  })

  test('five times at once sets one of them', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const { succeeded } = await race(5, (index) => set(project, person, `${newPassword} ${index}`))
    const winners = succeeded.flatMap(({ status }, index) => (status === 200 ? [index] : []))
    expect(winners).toHaveLength(1)
    expect(await canSignIn(project, person, `${newPassword} ${winners[0]}`)).toBe(true)
  })
})
