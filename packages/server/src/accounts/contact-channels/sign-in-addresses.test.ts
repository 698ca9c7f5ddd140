import { describe, expect, test } from 'vitest'
import { newEmail, type TestProject } from '../../testing/index.ts'
import { codeEmailedTo, listOutgoingEmails } from '../../testing/outbox.ts'
import { goodPassword } from '../../testing/project.ts'
import { newPerson, providerForTests, signInWithProvider } from '../../testing/provider-sign-in.ts'

const provider = providerForTests()
const settings = { 'auth.password.allowSignIn': true, 'auth.otp.allowSignIn': true }
const callback_url = 'http://localhost:3000/callback'
const taken = { status: 409, code: 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE' }

async function setUp() {
  const project = await provider.newProject(settings)
  const own = await project.signUp()
  const value = newEmail('further')
  return { project, own, value, ...actions(project) }
}

function actions(project: TestProject) {
  const { call } = project
  return {
    /** What a client can do to make an address its own, flags and all. */
    add: (user: { access_token: string }, value: string, more: object = {}) =>
      call('POST /contact-channels', {
        user,
        body: { user_id: 'me', type: 'email', value, used_for_auth: true, is_primary: true, ...more },
      }),
    verify: async (user: { access_token: string }, { id, value }: { id: string; value: string }) => {
      const params = { user_id: 'me', id }
      await call('POST /contact-channels/{user_id}/{id}/send-verification-code', {
        user,
        params,
        body: { callback_url },
      })
      const code = await codeEmailedTo(project, value, 'email_verification')
      await call('POST /contact-channels/verify', { body: { code } })
    },
    signInWithPassword: (email: string) =>
      call('POST /auth/password/sign-in', { body: { email, password: goodPassword } }),
    signInWithCode: async (email: string) => {
      await call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
      return call('POST /auth/otp/sign-in', { body: { code: await codeEmailedTo(project, email, 'magic_link') } })
    },
    askForReset: async (email: string) => {
      await call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
      return (await listOutgoingEmails(project, 'password_reset')).filter(({ to }) => to === email)
    },
    signInWithGoogle: (email: string) => signInWithProvider(provider.idp, project, newPerson({ email })),
    readChannel: (user: { access_token: string }, id: string) =>
      call('GET /contact-channels/{user_id}/{id}', { user, params: { user_id: 'me', id } }),
  }
}

describe('an additional address, whatever its flags say,', () => {
  test('does not sign in with the password before it is verified, and then does', async () => {
    const { add, verify, signInWithPassword, own, value } = await setUp()
    const channel = await add(own, value)
    await expect(signInWithPassword(value)).rejects.toMatchObject({ code: 'EMAIL_PASSWORD_MISMATCH' })
    await verify(own, channel)
    expect(await signInWithPassword(value)).toMatchObject({ user_id: own.user_id })
  })

  test('gets no link for a new password before it is verified, and then does', async () => {
    const { add, verify, askForReset, own, value } = await setUp()
    const channel = await add(own, value)
    expect(await askForReset(value)).toEqual([])
    await verify(own, channel)
    expect(await askForReset(value)).toHaveLength(1)
  })

  test('leads a code to a new account before it is verified', async () => {
    const { add, signInWithCode, readChannel, own, value } = await setUp()
    const channel = await add(own, value)
    const owner = await signInWithCode(value)
    expect(owner.is_new_user).toBe(true)
    expect(owner.user_id).not.toBe(own.user_id)
    expect(await readChannel(own, channel.id)).toMatchObject({ used_for_auth: false, is_verified: false })
  })

  test('merges with no account of a provider before it is verified, and then does', async () => {
    const { add, verify, signInWithGoogle, own, value } = await setUp()
    await add(own, value)
    expect(await signInWithGoogle(value)).toMatchObject({ is_new_user: true })
    const other = await add(own, newEmail())
    await verify(own, other)
    expect(await signInWithGoogle(other.value)).toMatchObject({ is_new_user: false, user: { id: own.user_id } })
  })

  test('keeps nobody from signing up with it, and gives way', async () => {
    const { add, signInWithPassword, readChannel, project, own, value } = await setUp()
    const channel = await add(own, value)
    const owner = await project.signUp(value, goodPassword)
    expect(await signInWithPassword(value)).toMatchObject({ user_id: owner.user_id })
    expect(await readChannel(own, channel.id)).toMatchObject({ used_for_auth: false })
  })

  test('counts no more than before when it takes the place of the address of the sign-up', async () => {
    const { readChannel, signInWithPassword, askForReset, project, own, value } = await setUp()
    const { items } = await project.call('GET /contact-channels', { user: own, query: { user_id: 'me' } })
    const params = { user_id: 'me', id: items[0]!.id }
    await project.call('PATCH /contact-channels/{user_id}/{id}', { user: own, params, body: { value } })
    expect(await readChannel(own, params.id)).toMatchObject({ value, is_primary: true, used_for_auth: true })
    await expect(signInWithPassword(value)).rejects.toMatchObject({ code: 'EMAIL_PASSWORD_MISMATCH' })
    expect(await askForReset(value)).toEqual([])
  })

  test('cannot have the flag while somebody else signs in with it', async () => {
    const { add, project, own } = await setUp()
    const other = await project.signUp()
    await expect(add(own, other.email)).rejects.toMatchObject(taken)
  })
})

test('the address of a sign-up signs in at once, and gives way only to somebody who has verified it', async () => {
  const { add, verify, signInWithPassword, project, own } = await setUp()
  const squatter = await project.signUp()
  expect(await signInWithPassword(squatter.email)).toMatchObject({ user_id: squatter.user_id })
  const channel = await add(own, squatter.email, { used_for_auth: false, is_primary: false })
  const use = () =>
    project.call('PATCH /contact-channels/{user_id}/{id}', {
      user: own,
      params: { user_id: 'me', id: channel.id },
      body: { used_for_auth: true },
    })
  await expect(use()).rejects.toMatchObject(taken)
  await verify(own, channel)
  await use()
  expect(await signInWithPassword(squatter.email)).toMatchObject({ user_id: own.user_id })
})

test('a server may vouch for a further address, and one that it gives as primary signs in at once', async () => {
  const { signInWithPassword, project, own, value } = await setUp()
  const body = { user_id: own.user_id, type: 'email' as const, value, used_for_auth: true, is_verified: true }
  await project.call('POST /contact-channels', { as: 'server', body })
  expect(await signInWithPassword(value)).toMatchObject({ user_id: own.user_id })
  const primary_email = newEmail('given')
  const params = { user_id: own.user_id }
  await project.call('PATCH /users/{user_id}', { as: 'server', params, body: { primary_email } })
  expect(await signInWithPassword(primary_email)).toMatchObject({ user_id: own.user_id })
})
