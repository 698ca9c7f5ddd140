import { describe, expect, test, vi } from 'vitest'
import { openFakePage } from '../testing/fake-page.ts'
import { openPasskeyPage } from '../testing/fake-passkeys.ts'
import { createAdmin, createClient, createServer, openProject, signUp } from '../testing/open-project.ts'

const secret = new Uint8Array(20).fill(7)

/** A signed-in user of a project that has since begun to require a second factor. */
async function openEnrolling(settings: Parameters<typeof openProject>[0] = {}) {
  const opened = await openProject(settings)
  const app = createClient(opened.project)
  const user = await signUp(app)
  expect(user.secondFactorRequirement).toBe(null)
  const project = await createAdmin(opened.project).getProject()
  await project.update({ config: { secondFactor: 'required', secondFactorRequiredFromMillis: null } })
  return { ...opened, app, user }
}

test('a call that is refused for lack of a second factor leads to the page for it, and back', async () => {
  const { user } = await openEnrolling()
  const { visits } = openFakePage('http://localhost:3000/notes?page=2')
  void user.update({ displayName: 'Ada' })
  await expect.poll(() => visits).toEqual(['replace /handler/mfa?after_auth_return_to=%2Fnotes%3Fpage%3D2'])
})

test('where nobody can be led anywhere, the call fails with its error code', async () => {
  const { user, app } = await openEnrolling()
  const refusal = { errorCode: 'SECOND_FACTOR_REQUIRED', statusCode: 403, details: { required_by: 'project' } }
  await expect(user.update({ displayName: 'Ada' })).rejects.toMatchObject(refusal)
  expect(await app.getUser()).toBe(null)
  openFakePage('http://localhost:3000/handler/mfa')
  await expect(user.update({ displayName: 'Ada' })).rejects.toMatchObject(refusal)
})

test('setting it up ends the requirement, and the next token no longer asks for it', async () => {
  const { app, user, project } = await openEnrolling()
  const { displayName } = await app.getProject()
  expect(await app.getSecondFactorRequirement()).toEqual({ requiredBy: 'project', displayName, requiredFrom: null })
  const { refreshToken } = await user.getAuthJson()
  const fresh = createClient(project, { tokenStore: { accessToken: '', refreshToken: refreshToken! } })
  expect(await fresh.getUser()).toBe(null)
  expect(await fresh.getPartialUser({ from: 'token' })).toMatchObject({ secondFactorRequired: true })
  expect(await fresh.setUpSecondFactor(secret)).toBe(true)
  expect(await fresh.getPartialUser({ from: 'token' })).toMatchObject({ secondFactorRequired: false })
  expect(await fresh.getUser()).toMatchObject({
    isMultiFactorRequired: true,
    secondFactorRequirement: { requiredBy: 'project', requiredFrom: null },
  })
  expect(await fresh.getSecondFactorRequirement()).toBe(null)
})

/** Two tabs of the same browser, which each have the session. */
async function openTabs() {
  const { user, project } = await openEnrolling()
  const { refreshToken } = await user.getAuthJson()
  return [1, 2].map((byte) => ({
    app: createClient(project, { tokenStore: { accessToken: '', refreshToken: refreshToken! } }),
    secret: new Uint8Array(20).fill(byte),
  }))
}

test('what one tab has set up is kept when another one tries', async () => {
  const [first, second] = await openTabs()
  expect(await first!.app.setUpSecondFactor(first!.secret)).toBe(true)
  expect(await second!.app.setUpSecondFactor(second!.secret)).toBe(false)
  expect(await second!.app.getUser()).toMatchObject({ isMultiFactorRequired: true })
})

test('of two tabs that set it up at once, one succeeds', async () => {
  // As browsers do it: one after the other.
  let last: Promise<unknown> = Promise.resolve()
  const request = (_: string, run: () => Promise<unknown>) => {
    last = last.then(run, run)
    return last
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const tabs = await openTabs()
  const outcomes = await Promise.all(tabs.map(({ app, secret }) => app.setUpSecondFactor(secret)))
  expect(outcomes.sort()).toEqual([false, true])
})

describe('with a passkey', () => {
  const open = async () => {
    const page = openPasskeyPage('http://localhost:3000/handler/mfa')
    return { page, ...(await openEnrolling({ 'auth.passkey.allowSignIn': true })) }
  }

  test('it is added and becomes the second factor', async () => {
    const { app } = await open()
    expect(await app.setUpPasskeySecondFactor()).toEqual({ status: 'ok', data: true })
    expect(await app.getUser()).toMatchObject({ isPasskeyMultiFactorEnabled: true, isMultiFactorRequired: false })
  })

  test('one that the device has already becomes it, for example after a failure', async () => {
    const { app, page, user } = await open()
    expect(await user.registerPasskey()).toEqual({ status: 'ok', data: undefined })
    expect(await app.getUser()).toBe(null)
    expect(await app.setUpPasskeySecondFactor()).toEqual({ status: 'ok', data: true })
    expect(page.questions).toHaveLength(2)
    expect(await (await app.getUser({ or: 'throw' })).listPasskeys()).toHaveLength(1)
  })

  test('nothing is set up if the user cancels', async () => {
    const { app, page } = await open()
    page.answers.push('cancel')
    const refusal = { errorCode: 'PASSKEY_WEBAUTHN_ERROR', details: { code: 'NotAllowedError' } }
    expect(await app.setUpPasskeySecondFactor()).toMatchObject({ status: 'error', error: refusal })
    expect(await app.getSecondFactorRequirement()).not.toBe(null)
  })
})

test('a server does not take a user for signed in who has to set one up', async () => {
  const { project, user } = await openEnrolling()
  const tokenStore = (await user.getAuthJson()) as { accessToken: string; refreshToken: string }
  expect(await createServer(project).getUser({ tokenStore })).toBe(null)
})

test('a team requires one of its members from a date on, or no longer', async () => {
  const { project } = await openProject()
  const server = createServer(project)
  const team = await server.createTeam({ displayName: 'Engines' })
  const read = async () => (await server.getTeam(team.id))!.secondFactorRequiredFrom
  expect(await read()).toBe(null)
  const from = new Date('2100-03-01T00:00:00Z')
  await team.update({ secondFactorRequiredFrom: from })
  expect(await read()).toEqual(from)
  await team.update({ secondFactorRequiredFrom: new Date(-1) })
  expect(await read()).toEqual(new Date(0))
  await team.update({ secondFactorRequiredFrom: null })
  expect(await read()).toBe(null)
})
