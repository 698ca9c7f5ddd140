import { expect, test } from 'vitest'
import { newEmail, type TestProject, testProject } from '../../testing/index.ts'
import { codeEmailedTo, listOutgoingEmails } from '../../testing/outbox.ts'
import { listAuditEntries } from '../../testing/records.ts'
import {
  personWithRecoveryCodes,
  refusedSignIn,
  setUpSecondFactor,
  signInWithRecoveryCode,
} from '../../testing/second-factor.ts'

const invalid = { status: 400, code: 'INVALID_RECOVERY_CODE' }

test('codes are created, counted and told about', async () => {
  const project = await testProject()
  const person = await project.signUp()
  await setUpSecondFactor(project, person)
  expect(await count(project, person)).toEqual({ remaining: 0, created_at_millis: null })
  const { codes } = await project.call('POST /auth/recovery-codes', { user: person })
  expect(codes).toHaveLength(10)
  expect(await count(project, person)).toEqual({ remaining: 10, created_at_millis: expect.any(Number) })
  const byServer = { as: 'server', query: { user_id: person.user_id } } as const
  expect(await project.call('GET /auth/recovery-codes', byServer)).toMatchObject({ remaining: 10 })
  expect(await listOutgoingEmails(project, 'recovery_codes_created')).toHaveLength(1)
  expect(await listAuditEntries(project, 'recovery_codes.')).toMatchObject([
    { actor_type: 'user', actor_id: person.user_id, target_id: person.user_id },
  ])
})

test('new codes replace the earlier ones, and of many new sets at once the last one is whole', async () => {
  const project = await testProject()
  const { person, codes } = await personWithRecoveryCodes(project)
  const sets = await Promise.all(
    Array.from({ length: 5 }, () => project.call('POST /auth/recovery-codes', { user: person })),
  )
  expect((await count(project, person)).remaining).toBe(10)
  await expect(signInWithRecoveryCode(project, person, codes[0]!)).rejects.toMatchObject(invalid)
  const tries = []
  for (const set of sets)
    tries.push(await signInWithRecoveryCode(project, person, set.codes[0]!).catch(() => undefined))
  expect(tries.filter(Boolean)).toHaveLength(1)
})

test('somebody without a second factor gets no codes, and nobody sees how many another user has', async () => {
  const project = await testProject()
  const person = await project.signUp()
  expect(await project.send('POST /auth/recovery-codes', { user: person })).toMatchObject({ status: 400 })
  const { person: other } = await personWithRecoveryCodes(project)
  const query = { user_id: other.user_id }
  expect(await project.send('GET /auth/recovery-codes', { user: person, query })).toMatchObject({ status: 403 })
})

test('nobody who impersonates the user gets codes', async () => {
  const project = await testProject()
  const { person } = await personWithRecoveryCodes(project)
  const body = { user_id: person.user_id, is_impersonation: true }
  const user = await project.call('POST /auth/sessions', { as: 'admin', body })
  expect(await project.send('POST /auth/recovery-codes', { user })).toMatchObject({ status: 403 })
  expect((await count(project, person)).remaining).toBe(10)
})

test.each<
  [name: string, remove: (project: TestProject, person: { access_token: string; user_id: string }) => Promise<unknown>]
>([
  ['the user', (project, user) => project.call('PATCH /users/me', { user, body: { totp_secret_base64: null } })],
  [
    'the server',
    (project, { user_id }) =>
      project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id }, body: { totp_secret_base64: null } }),
  ],
  ['an owner', (project, { user_id }) => reset(project, user_id)],
])('codes are gone when %s removes the second factor, also once there is a new one', async (_name, remove) => {
  const project = await testProject()
  const { person, codes } = await personWithRecoveryCodes(project)
  await remove(project, person)
  expect((await count(project, person)).remaining).toBe(0)
  await setUpSecondFactor(project, person)
  await expect(signInWithRecoveryCode(project, person, codes[0]!)).rejects.toMatchObject(invalid)
})

test('codes stay when the authenticator app is replaced', async () => {
  const project = await testProject()
  const { person, codes } = await personWithRecoveryCodes(project)
  await setUpSecondFactor(project, person)
  await expect(signInWithRecoveryCode(project, person, codes[0]!)).resolves.toBeDefined()
})

test('a reset lets the user in without a second factor, tells them, and is undone by their link', async () => {
  const project = await testProject()
  const { person } = await personWithRecoveryCodes(project)
  await reset(project, person.user_id)
  const { email, password } = person
  await project.call('POST /auth/password/sign-in', { body: { email, password } })
  expect(await listAuditEntries(project, 'second_factor.reset')).toMatchObject([
    { actor_type: 'server-key', target_id: person.user_id },
  ])
  await undo(project, email, 'second_factor_reset')
  expect((await refusedSignIn(project, person)).methods).toEqual(['totp'])
})

test('a reset of somebody without a second factor changes nothing and tells nobody', async () => {
  const project = await testProject()
  const { user_id } = await project.signUp()
  await reset(project, user_id)
  expect(await listAuditEntries(project, 'second_factor.')).toEqual([])
  expect(await listOutgoingEmails(project, 'second_factor_reset')).toEqual([])
  const unknown = { as: 'server', params: { user_id: crypto.randomUUID() } } as const
  await expect(project.call('DELETE /users/{user_id}/second-factor', unknown)).rejects.toMatchObject({
    code: 'USER_NOT_FOUND',
  })
})

test('whoever was told that codes were created can undo it, which ends the codes', async () => {
  const project = await testProject()
  const { person, codes } = await personWithRecoveryCodes(project)
  const pages = await undo(project, person.email, 'recovery_codes_created')
  expect(pages.question).toContain('Your recovery codes will stop working.')
  expect(pages.done).toContain('Your account has no recovery codes now.')
  expect((await refusedSignIn(project, person)).methods).toEqual(['totp'])
  await expect(signInWithRecoveryCode(project, person, codes[0]!)).rejects.toMatchObject(invalid)
})

test('whoever was told that a code was used can undo it, which ends all sessions and the other codes', async () => {
  const project = await testProject()
  const { person, codes } = await personWithRecoveryCodes(project)
  const session = await signInWithRecoveryCode(project, person, codes[0]!)
  await undo(project, person.email, 'recovery_code_used')
  const headers = { 'x-stack-refresh-token': session.refresh_token }
  expect(await project.send('POST /auth/sessions/current/refresh', { headers })).toMatchObject({ status: 401 })
  expect((await refusedSignIn(project, person)).methods).toEqual(['totp'])
})

test('undoing an earlier change leaves codes from before alone and ends those made since', async () => {
  const project = await testProject()
  for (const isMadeSince of [false, true]) {
    const { person, codes } = await personWithRecoveryCodes(project)
    const body = { user_id: 'me', type: 'email' as const, value: newEmail(), used_for_auth: false }
    await project.call('POST /contact-channels', { user: person, body })
    const made = isMadeSince ? (await project.call('POST /auth/recovery-codes', { user: person })).codes : codes
    await undo(project, person.email, 'email_added')
    const signedIn = signInWithRecoveryCode(project, person, made[0]!)
    await (isMadeSince ? expect(signedIn).rejects.toMatchObject(invalid) : expect(signedIn).resolves.toBeDefined())
  }
})

function reset(project: TestProject, user_id: string) {
  return project.call('DELETE /users/{user_id}/second-factor', { as: 'server', params: { user_id } })
}

function count(project: TestProject, user: { access_token: string }) {
  return project.call('GET /auth/recovery-codes', { user, query: { user_id: 'me' } })
}

async function undo(project: TestProject, email: string, kind: Parameters<typeof codeEmailedTo>[2]) {
  const code = await codeEmailedTo(project, email, kind)
  const open = async (more = {}) => {
    const body = new URLSearchParams({ code, ...more })
    return (await project.server.fetch('/api/v1/auth/undo-change', { method: 'POST', body })).text()
  }
  const pages = { question: await open(), done: await open({ confirmed: 'true' }) }
  expect(pages.done).toContain('undone')
  return pages
}
