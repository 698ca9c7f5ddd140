import { describe, expect, test } from 'vitest'
import { goodPassword, testProject } from '../../testing/index.ts'
import { codeEmailedTo, sendRequestedCodes } from '../../testing/outbox.ts'
import { registerPasskey } from '../../testing/passkeys.ts'
import { listAuditEntries } from '../../testing/records.ts'
import { createPerson } from '../../testing/world.ts'

const callback_url = 'http://localhost:3000/here'

test('a password reset and an email verification are in the audit log', async () => {
  const project = await testProject()
  const { email, user_id } = await project.signUp()
  const verification = await codeEmailedTo(project, email, 'email_verification')
  await project.call('POST /contact-channels/verify', { body: { code: verification } })
  await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
  const code = await codeEmailedTo(project, email, 'password_reset')
  await project.call('POST /auth/password/reset', { body: { code, password: 'another good password' } })
  const entry = { target_type: 'user', target_id: user_id, ip_address: '127.0.0.1' }
  expect(await listAuditEntries(project, 'contact_channel.')).toMatchObject([
    { ...entry, action: 'contact_channel.verified', details: { value: email } },
  ])
  expect(await listAuditEntries(project, 'password.')).toMatchObject([{ ...entry, action: 'password.reset' }])
})

test('a passkey is in the audit log when it is added and when it is removed', async () => {
  const project = await testProject({ 'auth.passkey.allowSignIn': true })
  const user = await createPerson(project, { password: goodPassword })
  await registerPasskey(project, user)
  for (let time = 0; time < 2; time++) {
    await project.call('PATCH /users/me', { user, body: { passkey_auth_enabled: false } })
  }
  const entry = { actor_type: 'user', actor_id: user.id, target_id: user.id }
  expect(await listAuditEntries(project, 'passkey.')).toMatchObject([
    { ...entry, action: 'passkey.added' },
    { ...entry, action: 'passkey.removed' },
  ])
})

describe('sign-in by one-time codes', () => {
  const settings = { 'auth.otp.allowSignIn': true }

  test('is in the audit log when a stranger requests a code for an account that has none', async () => {
    const project = await testProject(settings)
    const person = await createPerson(project, { password: goodPassword })
    for (let time = 0; time < 2; time++) {
      await project.call('POST /auth/otp/send-sign-in-code', { body: { email: person.email, callback_url } })
      await sendRequestedCodes(project)
    }
    expect(await listAuditEntries(project, 'otp.')).toMatchObject([
      { action: 'otp.enabled', actor_type: 'unknown', actor_id: null, target_id: person.id, ip_address: '127.0.0.1' },
    ])
  })

  test('is in the audit log whenever its user switches it', async () => {
    const project = await testProject(settings)
    const user = await createPerson(project)
    for (const otp_auth_enabled of [true, true, false, false]) {
      await project.call('PATCH /users/me', { user, body: { otp_auth_enabled } })
    }
    const entry = { actor_type: 'user', actor_id: user.id, target_id: user.id }
    expect(await listAuditEntries(project, 'otp.')).toMatchObject([
      { ...entry, action: 'otp.enabled' },
      { ...entry, action: 'otp.disabled' },
    ])
    expect(await listAuditEntries(project, 'user.updated')).toEqual([])
  })
})
