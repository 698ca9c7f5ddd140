import { hash as hashBcrypt } from '@node-rs/bcrypt'
import { describe, expect, test } from 'vitest'
import { createTestProject, goodPassword, newEmail, separateServer, testProject } from '../../testing/index.ts'
import type { TestProject } from '../../testing/project.ts'
import { createPerson } from '../../testing/world.ts'
import { argon2Cost } from './hash.ts'

const callback = 'http://localhost:3000/verify'

const signUp = (project: TestProject, email: string, password: string) =>
  project.send('POST /auth/password/sign-up', { body: { email, password, verification_callback_url: callback } })

const canSignIn = async (project: TestProject, email: string, password: string) => {
  const { status, body } = await project.send('POST /auth/password/sign-in', { body: { email, password } })
  if (status !== 200) expect(body).toMatchObject({ code: 'EMAIL_PASSWORD_MISMATCH' })
  return status === 200
}

const storedHash = async ({ server, id }: TestProject, userId: string) => {
  const query = server.platform.db.selectFrom('users').select('password_hash').where('project_id', '=', id)
  return (await query.where('id', '=', userId).executeTakeFirstOrThrow()).password_hash
}

describe('a password', () => {
  // ASVS 6.2.8
  test('counts as a whole, however many bytes it has', async () => {
    const project = await testProject()
    const email = newEmail()
    const password = 'é'.repeat(70)
    expect(await signUp(project, email, password)).toMatchObject({ status: 200 })

    expect(await canSignIn(project, email, 'é'.repeat(36) + 'x'.repeat(34))).toBe(false)
    expect(await canSignIn(project, email, 'é'.repeat(69))).toBe(false)
    expect(await canSignIn(project, email, password)).toBe(true)
  })

  // ASVS 6.2.9
  test('has 70 UTF-16 units at most, on every route that takes one', async () => {
    const project = await testProject()
    const user = await createPerson(project, { password: goodPassword })
    const tooLong = ['x'.repeat(71), '😀'.repeat(36)]
    for (const password of tooLong) {
      for (const [route, body] of [
        ['POST /auth/password/sign-up', { email: newEmail(), password, verification_callback_url: callback }],
        ['POST /auth/password/sign-in', { email: user.email, password }],
        ['POST /auth/password/update', { old_password: goodPassword, new_password: password }],
        ['POST /auth/password/update', { old_password: password, new_password: goodPassword }],
        ['POST /auth/password/set', { password }],
      ] as const) {
        expect(await project.send(route, { user, body }), route).toMatchObject({
          status: 400,
          body: { code: 'SCHEMA_ERROR', details: { message: expect.stringContaining('at most 70 characters') } },
        })
      }
    }
    for (const password of ['x'.repeat(70), '😀'.repeat(35)]) {
      const email = newEmail()
      expect(await signUp(project, email, password)).toMatchObject({ status: 200 })
      expect(await canSignIn(project, email, password)).toBe(true)
    }
  })

  // ASVS 6.2.5, 6.2.8
  test('is compared exactly: nothing is trimmed or folded', async () => {
    const project = await testProject()
    const email = newEmail()
    const password = ' Pw with Spaces '
    await signUp(project, email, password)
    for (const variant of [
      password.trim(),
      password.toLowerCase(),
      `${password} `,
      password.replaceAll(' ', '\u00a0'),
    ]) {
      expect(await canSignIn(project, email, variant), JSON.stringify(variant)).toBe(false)
    }
    expect(await canSignIn(project, email, password)).toBe(true)
  })

  test('may be typed on keyboards that compose characters differently', async () => {
    const project = await testProject()
    const email = newEmail()
    await signUp(project, email, 'Zuversicht für Ödön'.normalize('NFD'))
    expect(await canSignIn(project, email, 'Zuversicht für Ödön'.normalize('NFC'))).toBe(true)
  })

  test('with the character U+0000 is refused rather than cut off there', async () => {
    const project = await testProject()
    const refused = { status: 400, body: { code: 'BODY_PARSING_ERROR' } }
    expect(await signUp(project, newEmail(), 'abcdefgh\0ijkl')).toMatchObject(refused)
    const body = { email: newEmail(), password: 'abcdefgh\0zzz' }
    expect(await project.send('POST /auth/password/sign-in', { body })).toMatchObject(refused)
  })

  // ASVS 6.2.4, 6.2.11
  test('that is easy to guess is refused wherever a person sets one', async () => {
    const project = await testProject()
    const email = newEmail('ada.lovelace')
    const guessable = [
      'password1',
      'PASSWORD1',
      'qwertyuiop',
      email,
      email.split('@')[0]!.toUpperCase(),
      'Test Project',
    ]
    const withPassword = await createPerson(project, { password: goodPassword })
    const without = await createPerson(project)
    const refused = { status: 400, body: { code: 'PASSWORD_REQUIREMENTS_NOT_MET' } }
    for (const password of guessable) {
      expect(await signUp(project, email, password), password).toMatchObject(refused)
    }
    for (const of of [(given: string) => given, () => withPassword.email, () => withPassword.email.split('@')[0]!]) {
      const body = { old_password: goodPassword, new_password: of('iloveyou1') }
      expect(await project.send('POST /auth/password/update', { user: withPassword, body })).toMatchObject(refused)
    }
    for (const password of ['sunshine1', without.email, 'test project']) {
      expect(await project.send('POST /auth/password/set', { user: without, body: { password } })).toMatchObject(
        refused,
      )
    }
  })
})

describe('an imported bcrypt hash', () => {
  const importUser = (project: TestProject, email: string, password_hash: string) =>
    project.send('POST /users', {
      as: 'server',
      body: { primary_email: email, primary_email_auth_enabled: true, password_hash },
    })

  // ASVS 11.4.2
  test.each(['$2a$', '$2b$', '$2y$'])('of the form %s works and is replaced at the first sign-in', async (prefix) => {
    const project = await createTestProject(await separateServer({ config: { passwordCost: argon2Cost } }))
    const email = newEmail()
    const imported = `${prefix}${(await hashBcrypt(goodPassword, 4)).slice(4)}`
    const { status, body } = await importUser(project, email, imported)
    expect(status).toBe(201)
    const { id } = body as { id: string }

    expect(await canSignIn(project, email, 'wrong password')).toBe(false)
    expect(await storedHash(project, id)).toBe(imported)
    expect(await canSignIn(project, email, goodPassword)).toBe(true)
    expect(await storedHash(project, id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await canSignIn(project, email, goodPassword)).toBe(true)
    expect(await canSignIn(project, email, 'wrong password')).toBe(false)
  })

  test('is not opened by a longer password that starts with its 72 bytes', async () => {
    const project = await testProject()
    const email = newEmail()
    await importUser(project, email, await hashBcrypt('é'.repeat(36), 4))
    expect(await canSignIn(project, email, `${'é'.repeat(36)}x`)).toBe(false)
    expect(await canSignIn(project, email, 'é'.repeat(36))).toBe(true)
  })

  test.each([
    `$2b$31$${'a'.repeat(53)}`,
    `$2b$15$${'a'.repeat(53)}`,
    `$2b$03$${'a'.repeat(53)}`,
    `$2x$10$${'a'.repeat(53)}`,
    `$2b$10$${'a'.repeat(52)}`,
    `$2b$10$${'a'.repeat(54)}`,
    `$2b$10$${'a'.repeat(52)}ä`,
    '$1$salt$0123456789abcdefghijkl',
    '$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$aGFzaGhhc2hoYXNoaGFzaA',
    'plain text',
  ])('is refused in the form %.24s', async (password_hash) => {
    const project = await testProject()
    expect(await importUser(project, newEmail(), password_hash)).toMatchObject({
      status: 400,
      body: expect.stringContaining('of a cost of 4 to 14'),
    })
  })

  test('is taken up to a cost of 14', async () => {
    const project = await testProject()
    expect((await importUser(project, newEmail(), `$2b$14$${'a'.repeat(53)}`)).status).toBe(201)
  })
})

test('a password that a server sets has eight characters at least, but may contain the email address', async () => {
  const project = await testProject()
  const body = { primary_email: newEmail(), primary_email_auth_enabled: true, password: 'short' }
  const tooShort = { status: 400, body: { code: 'PASSWORD_TOO_SHORT', details: { min_length: 8 } } }
  expect(await project.send('POST /users', { as: 'server', body })).toMatchObject(tooShort)
  const { id } = await project.call('POST /users', { as: 'server', body: { ...body, password: body.primary_email } })
  const change = (password: string) =>
    project.send('PATCH /users/{user_id}', { as: 'server', params: { user_id: id }, body: { password } })
  expect(await change('1234567')).toMatchObject(tooShort)
  expect(await canSignIn(project, body.primary_email, body.primary_email)).toBe(true)
  expect(await change(goodPassword)).toMatchObject({ status: 200 })
})
