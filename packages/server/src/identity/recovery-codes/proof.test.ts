import { describe, expect, test } from 'vitest'
import { goodPassword, testProject } from '../../testing/index.ts'
import {
  currentTotp,
  personWithRecoveryCodes,
  signInWithRecoveryCode,
  totpSecret,
} from '../../testing/second-factor.ts'
import { withStepUp } from '../../testing/step-up.ts'

const refused = { status: 403, body: { code: 'STEP_UP_REQUIRED', details: { methods: ['totp'] } } }

describe.each([
  ['that requires step-up', withStepUp],
  ['that does not require step-up', {}],
])('in a project %s', (_name, settings) => {
  const signIn = async () => {
    const project = await testProject({ ...settings, 'auth.passkey.allowSignIn': true })
    const { person, codes } = await personWithRecoveryCodes(project)
    return { project, person, session: await signInWithRecoveryCode(project, person, codes[0]!) }
  }

  test('a session that began with a recovery code cannot touch the second factor, nor make new codes', async () => {
    const { project, session } = await signIn()
    const attempts: [route: string, body?: object][] = [
      ['PATCH /users/me', { totp_secret_base64: null }],
      ['PATCH /users/me', { totp_secret_base64: totpSecret.toString('base64') }],
      ['POST /auth/recovery-codes'],
      ['POST /auth/passkey/initiate-passkey-registration'],
      ['POST /contact-channels', { user_id: 'me', type: 'email', value: 'thief@example.com', used_for_auth: true }],
      ['DELETE /users/me'],
      ['POST /auth/step-up/check'],
    ]
    for (const [route, body] of attempts) {
      expect(await project.send(route, { user: session, body }), route).toMatchObject(refused)
    }
    const headers = { 'x-stack-refresh-token': session.refresh_token }
    const refreshed = await project.call('POST /auth/sessions/current/refresh', { headers })
    expect(await project.send('POST /auth/recovery-codes', { user: refreshed })).toMatchObject(refused)
  })

  test('nor can it hand itself on to a command line', async () => {
    const { project, session } = await signIn()
    const { login_code } = await project.call('POST /auth/cli', { body: {} })
    const body = { login_code, refresh_token: session.refresh_token }
    expect(await project.send('POST /auth/cli/complete', { body })).toMatchObject(refused)
  })

  test('neither a password nor a recovery code is a proof, but the second factor is', async () => {
    const { project, session } = await signIn()
    const prove = (body: object) => project.send('POST /auth/step-up', { user: session, body })
    expect(await prove({ type: 'password', password: goodPassword })).toMatchObject(refused)
    expect(await prove({ type: 'recovery_code', recovery_code: 'x' })).toMatchObject({ status: 400 })
    const { status, body } = await prove({ type: 'totp', totp: currentTotp() })
    expect(status).toBe(200)
    const user = body as { access_token: string }
    expect(await project.send('POST /auth/recovery-codes', { user })).toMatchObject({ status: 200 })
  })

  test('its tokens say how it began, and not that the user has authenticated', async () => {
    const { session } = await signIn()
    const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1]!, 'base64url').toString())
    expect(claims.amr).toEqual(['pwd', 'recovery_code'])
    expect(claims).not.toHaveProperty('auth_time')
  })
})
