import { describe, expect, test, vi } from 'vitest'
import { KnownErrors, type StepUpRequest } from '../index.ts'
import { openPasskeyPage } from '../testing/fake-passkeys.ts'
import { createClient, openProject, signUp } from '../testing/open-project.ts'

const goodPassword = 'correct horse battery'
const secret = new Uint8Array(20).fill(7)
const done = { status: 'ok', data: undefined }

/** A user whose session has no recent proof. */
async function openOldSession(onStepUpRequired?: (request: StepUpRequest) => Promise<void>) {
  const opened = await openProject({ 'auth.stepUp.isRequired': true, 'auth.passkey.allowSignIn': true })
  const app = createClient(opened.project, { onStepUpRequired })
  const user = await signUp(app)
  const { db } = opened.project.server.platform
  const sessions = db.updateTable('sessions').set({ authenticated_at: null, authentication_methods: [] })
  await sessions.where('project_id', '=', opened.project.id).execute()
  opened.takeRequests()
  return { ...opened, app, user }
}

describe('a call that needs a recent proof', () => {
  test('fails with its error code if there is no callback', async () => {
    const { user } = await openOldSession()
    const refusal = await user.update({ totpMultiFactorSecret: secret }).catch((error: unknown) => error)
    expect(KnownErrors.StepUpRequired.isInstance(refusal)).toBe(true)
    expect(refusal).toMatchObject({ statusCode: 403, details: { methods: ['password'], max_age_seconds: 600 } })
  })

  test('is retried once when the callback has provided a proof', async () => {
    const asked = vi.fn()
    const { app, user, takeRequests } = await openOldSession(async (request) => {
      asked(request)
      expect(await app.stepUp({ type: 'password', password: 'wrong password' })).toMatchObject({
        status: 'error',
        error: { errorCode: 'PASSWORD_CONFIRMATION_MISMATCH' },
      })
      expect(await app.stepUp({ type: 'password', password: goodPassword })).toEqual(done)
    })
    await user.update({ totpMultiFactorSecret: secret })
    expect(asked.mock.calls).toEqual([[{ methods: ['password'], maxAgeSeconds: 600 }]])
    expect(takeRequests().filter((request) => request.startsWith('P'))).toEqual([
      'PATCH /users/me',
      'POST /auth/step-up',
      'POST /auth/step-up',
      'PATCH /users/me',
    ])
    const { accessToken } = await app.getUser({ or: 'throw' }).then((own) => own.getAuthJson())
    const claims = JSON.parse(atob(accessToken!.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/')))
    expect(claims).toMatchObject({ amr: ['pwd'], auth_time: expect.any(Number) })
  })

  test('shares the prompt with concurrent calls', async () => {
    const asked = vi.fn()
    const { app, user } = await openOldSession(async () => {
      asked()
      await app.stepUp({ type: 'password', password: goodPassword })
    })
    await Promise.all([
      user.update({ totpMultiFactorSecret: secret }),
      user.createContactChannel({ type: 'email', value: 'second@example.com', usedForAuth: false }),
    ])
    expect(asked).toHaveBeenCalledTimes(1)
  })

  test('fails with its code when the user cancels, and prompts again the next time', async () => {
    const asked = vi.fn().mockRejectedValue(new Error('cancelled'))
    const { user } = await openOldSession(asked)
    for (const round of [1, 2]) {
      const change = user.update({ totpMultiFactorSecret: secret })
      await expect(change).rejects.toMatchObject({ errorCode: 'STEP_UP_REQUIRED', cause: new Error('cancelled') })
      expect(asked).toHaveBeenCalledTimes(round)
    }
  })

  test('is not retried twice when the proof does not help', async () => {
    const asked = vi.fn().mockResolvedValue(undefined)
    const { user, takeRequests } = await openOldSession(asked)
    await expect(user.update({ totpMultiFactorSecret: secret })).rejects.toMatchObject({
      errorCode: 'STEP_UP_REQUIRED',
    })
    expect(asked).toHaveBeenCalledTimes(1)
    expect(takeRequests()).toHaveLength(2)
  })
})

test('a passkey works as proof', async () => {
  openPasskeyPage()
  const opened = await openProject({ 'auth.stepUp.isRequired': true, 'auth.passkey.allowSignIn': true })
  const { access_token: accessToken, refresh_token: refreshToken } = await opened.project.signUp()
  const app = createClient(opened.project, { tokenStore: { accessToken, refreshToken } })
  const user = await app.getUser({ or: 'throw' })
  expect(await user.registerPasskey()).toEqual(done)
  expect(await app.stepUp({ type: 'passkey' })).toEqual(done)
})

test('a code is emailed only to a verified address', async () => {
  const { app } = await openOldSession()
  await expect(app.sendStepUpCode()).rejects.toMatchObject({ errorCode: 'STEP_UP_REQUIRED' })
})
