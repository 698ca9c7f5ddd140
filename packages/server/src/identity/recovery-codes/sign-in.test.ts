import { expect, test } from 'vitest'
import { race, separateServer, testProject } from '../../testing/index.ts'
import { listOutgoingEmails } from '../../testing/outbox.ts'
import { createTestProject } from '../../testing/project.ts'
import { listAuditEntries } from '../../testing/records.ts'
import {
  currentTotp,
  personWithRecoveryCodes,
  refusedSignIn,
  setUpSecondFactor,
  signInWithRecoveryCode,
} from '../../testing/second-factor.ts'

const invalid = { status: 400, code: 'INVALID_RECOVERY_CODE' }

test('a code completes a sign-in, once, and the user is told how many are left', async () => {
  const project = await testProject()
  const { person, codes } = await personWithRecoveryCodes(project)
  const session = await signInWithRecoveryCode(project, person, codes[3]!)
  expect(session).toMatchObject({ user_id: person.user_id, is_new_user: false })
  expect((await project.call('GET /users/me', { user: session })).id).toBe(person.user_id)

  const [email] = await listOutgoingEmails(project, 'recovery_code_used')
  expect(email).toMatchObject({ to: person.email, content: { variables: { subject: '9' } } })
  const [entry] = await listAuditEntries(project, 'recovery_code.used')
  expect(entry).toMatchObject({ actor_type: 'user', actor_id: person.user_id, details: { remaining: 9 } })
  await expect(signInWithRecoveryCode(project, person, codes[3]!)).rejects.toMatchObject(invalid)
  await expect(signInWithRecoveryCode(project, person, codes[4]!)).resolves.toBeDefined()
  expect(await listOutgoingEmails(project, 'recovery_code_used')).toHaveLength(2)
})

test('the refusal names what the user can continue with', async () => {
  const project = await testProject()
  const person = await project.signUp()
  await setUpSecondFactor(project, person)
  expect((await refusedSignIn(project, person)).methods).toEqual(['totp'])
  const { codes } = await project.call('POST /auth/recovery-codes', { user: person })
  expect((await refusedSignIn(project, person)).methods).toEqual(['totp', 'recovery_code'])
  for (const code of codes) await signInWithRecoveryCode(project, person, code)
  expect((await refusedSignIn(project, person)).methods).toEqual(['totp'])
})

test('a wrong code can be followed by the right one', async () => {
  const project = await testProject()
  const { person, codes } = await personWithRecoveryCodes(project)
  const { attempt_code: code } = await refusedSignIn(project, person)
  const finish = (recovery_code: string) =>
    project.call('POST /auth/mfa/sign-in', { body: { type: 'recovery_code', recovery_code, code } })
  for (const wrong of ['', '0000-0000-0000-0000', codes[0]!.slice(0, -1), '🦊', 'x'.repeat(100)]) {
    await expect(finish(wrong)).rejects.toMatchObject(invalid)
  }
  await expect(finish(codes[0]!.toLowerCase().replaceAll('-', ' '))).resolves.toBeDefined()
})

test('of ten sign-ins at once with one code exactly one succeeds', async () => {
  const project = await testProject()
  const { person, codes } = await personWithRecoveryCodes(project)
  const attempts = await Promise.all(codes.map(() => refusedSignIn(project, person)))
  const answers = await Promise.all(
    attempts.map(({ attempt_code: code }) =>
      project.send('POST /auth/mfa/sign-in', { body: { type: 'recovery_code', recovery_code: codes[0], code } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, body } of answers)
    if (status !== 200) expect({ status, ...(body as object) }).toMatchObject(invalid)
  expect(await listOutgoingEmails(project, 'recovery_code_used')).toHaveLength(1)
  expect(await countLeft(project, person)).toBe(9)
})

test('one attempt that is completed many times at once uses one code', async () => {
  const project = await testProject()
  const { person, codes } = await personWithRecoveryCodes(project)
  const { attempt_code: code } = await refusedSignIn(project, person)
  const { succeeded } = await race(10, (index) =>
    project.call('POST /auth/mfa/sign-in', { body: { type: 'recovery_code', recovery_code: codes[index]!, code } }),
  )
  expect(succeeded).toHaveLength(1)
  expect(await countLeft(project, person)).toBe(9)
})

test("nobody else's code is accepted, be it of another user or in another project", async () => {
  const project = await testProject()
  const [{ person }, other, elsewhere] = await Promise.all([
    personWithRecoveryCodes(project),
    personWithRecoveryCodes(project),
    testProject().then(personWithRecoveryCodes),
  ])
  for (const [code] of [other.codes, elsewhere.codes]) {
    await expect(signInWithRecoveryCode(project, person, code!)).rejects.toMatchObject(invalid)
  }
  expect(await countLeft(project, person)).toBe(10)
})

test('a code is not accepted as a TOTP, and a TOTP not as a code', async () => {
  const project = await testProject()
  const { person, codes } = await personWithRecoveryCodes(project)
  const { attempt_code: code } = await refusedSignIn(project, person)
  const body = { type: 'totp' as const, totp: codes[0]!, code }
  await expect(project.call('POST /auth/mfa/sign-in', { body })).rejects.toMatchObject({ code: 'INVALID_TOTP_CODE' })
  await expect(signInWithRecoveryCode(project, person, currentTotp())).rejects.toMatchObject(invalid)
})

// ASVS 6.6.3
test('wrong recovery codes and wrong TOTPs count together', async () => {
  const project = await createTestProject(await separateServer({ config: { rateLimits: true } }))
  const { person, codes } = await personWithRecoveryCodes(project)
  for (let round = 0; round < 10; round++) {
    const { attempt_code: code } = await refusedSignIn(project, person)
    const wrong = [
      { type: 'totp', totp: '000000', code },
      { type: 'recovery_code', recovery_code: '0000-0000-0000-0000', code },
    ]
    for (const body of wrong)
      expect(await project.send('POST /auth/mfa/sign-in', { body })).toMatchObject({ status: 400 })
  }
  const { attempt_code: code } = await refusedSignIn(project, person)
  const right = [
    { type: 'totp', totp: currentTotp(), code },
    { type: 'recovery_code', recovery_code: codes[0], code },
  ]
  for (const body of right)
    expect(await project.send('POST /auth/mfa/sign-in', { body })).toMatchObject({ status: 429 })
  expect(await countLeft(project, person)).toBe(10)
})

test('a sign-in while the codes are replaced leaves the new ones alone', async () => {
  const project = await testProject()
  const { person, codes } = await personWithRecoveryCodes(project)
  const { attempt_code: code } = await refusedSignIn(project, person)
  const [renewed, signedIn] = await Promise.all([
    project.send('POST /auth/recovery-codes', { user: person }),
    project.send('POST /auth/mfa/sign-in', { body: { type: 'recovery_code', recovery_code: codes[0], code } }),
  ])
  // Either the sign-in came first, or the code was gone. The new set is whole in any case.
  expect(renewed.status).toBe(200)
  if (signedIn.status !== 200) expect(signedIn.body).toMatchObject({ code: 'INVALID_RECOVERY_CODE' })
  expect(await countLeft(project, person)).toBe(10)
})

async function countLeft(project: Awaited<ReturnType<typeof testProject>>, user: { access_token: string }) {
  return (await project.call('GET /auth/recovery-codes', { user, query: { user_id: 'me' } })).remaining
}
