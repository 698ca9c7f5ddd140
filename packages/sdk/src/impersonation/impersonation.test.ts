import { expect, test, vi } from 'vitest'
import { appInternalsSymbol, KnownErrors } from '../index.ts'
import { decodeAccessToken } from '../session/access-token.ts'
import { createAdmin, createClient, openPerson } from '../testing/open-project.ts'

/** The storage of a browser, which survives the app. */
function stubStorage() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
}

async function sessionIdOf(app: ReturnType<typeof createClient>): Promise<string | undefined> {
  const { accessToken } = await (await app.getUser({ or: 'throw' })).currentSession.getTokens()
  return decodeAccessToken(accessToken)?.claims.refresh_token_id
}

test('a project owner signs in once with the code of a link, and only that session is an impersonation', async () => {
  stubStorage()
  const { project, app, user } = await openPerson()
  const { sendRequest } = createAdmin(project)[appInternalsSymbol]
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ callback_url: 'http://localhost:3000/handler/impersonation' }),
  }
  const { url } = await (await sendRequest(`/internal/users/${user.id}/impersonation`, init, 'admin')).json()
  const code = new URL(url).hash.replace('#code=', '')
  const visitor = createClient(project)
  expect(await visitor.signInWithImpersonationCode(code)).toEqual({ status: 'ok', data: undefined })
  expect((await visitor.getUser({ or: 'throw' })).id).toBe(user.id)
  const marked = localStorage.getItem(`_LATCHKEY.impersonation.${project.id}`)
  expect(marked).toBe(await sessionIdOf(visitor))
  // The user's own session, in the same browser.
  expect(marked).not.toBe(await sessionIdOf(app))

  await visitor.signOut()
  const again = await visitor.signInWithImpersonationCode(code)
  expect(again.status === 'error' && KnownErrors.VerificationCodeError.isInstance(again.error)).toBe(true)
})
