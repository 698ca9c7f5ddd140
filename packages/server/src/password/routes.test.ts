import { expect, test } from 'vitest'
import { goodPassword, newEmail, race, testProject } from '../testing/index.ts'

const callback = 'http://localhost:3000/verify'

test('a person signs up, and signs in with the same password', async () => {
  const { call } = await testProject()
  const email = newEmail()
  const signedUp = await call('POST /auth/password/sign-up', {
    body: { email, password: goodPassword, verification_callback_url: callback },
  })
  expect(Object.keys(signedUp).sort()).toEqual(['access_token', 'refresh_token', 'user_id'])
  expect(signedUp.refresh_token).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)

  const signedIn = await call('POST /auth/password/sign-in', { body: { email, password: goodPassword } })
  expect(signedIn.user_id).toBe(signedUp.user_id)
  expect(await call('GET /users/me', { user: signedIn })).toMatchObject({
    id: signedUp.user_id,
    primary_email: email,
    primary_email_verified: false,
    has_password: true,
    auth_with_email: true,
  })
})

test('does not tell a wrong password from an unknown e-mail', async () => {
  const { call, signUp } = await testProject()
  const ada = await signUp()
  const mismatch = { code: 'EMAIL_PASSWORD_MISMATCH', message: 'Wrong e-mail or password.' }
  const signIn = (email: string, password: string) => call('POST /auth/password/sign-in', { body: { email, password } })

  await expect(signIn(ada.email, 'wrong password')).rejects.toMatchObject(mismatch)
  await expect(signIn('eve@example.com', goodPassword)).rejects.toMatchObject(mismatch)
})

test('twenty sign-ups with one e-mail at once make one account', async () => {
  const { signUp } = await testProject()
  const email = newEmail()
  const { succeeded, failed } = await race(20, () => signUp(email))

  expect(succeeded).toHaveLength(1)
  for (const error of failed) {
    expect(error).toMatchObject({
      status: 409,
      code: 'USER_EMAIL_ALREADY_EXISTS',
      details: { email, would_work_if_email_was_verified: false },
    })
  }
})
