import { expect, test, vi } from 'vitest'
import { appInternalsSymbol, KnownErrors } from '../index.ts'
import { createAdmin, createClient, openPerson } from '../testing/open-project.ts'

/** The storage of a browser, which survives the app. */
function stubStorage() {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
}

test('a project owner signs in with the code of a link, once, and only that session is an impersonation', async () => {
  stubStorage()
  const { project, app, user } = await openPerson()
  const { url } = await createAdmin(project)[appInternalsSymbol].call('POST /internal/users/{user_id}/impersonation', {
    params: { user_id: user.id },
    body: { callback_url: 'http://localhost:3000/handler/impersonation' },
  })
  const code = new URL(url).hash.replace('#code=', '')
  const visitor = createClient(project)
  expect(visitor[appInternalsSymbol].impersonation.getSnapshot()).toBe(false)
  expect(await visitor.signInWithImpersonationCode(code)).toEqual({ status: 'ok', data: undefined })
  expect((await visitor.getUser({ or: 'throw' })).id).toBe(user.id)
  expect(visitor[appInternalsSymbol].impersonation.getSnapshot()).toBe(true)
  // The user's own session, in the same browser.
  expect(app[appInternalsSymbol].impersonation.getSnapshot()).toBe(false)

  await visitor.signOut()
  expect(visitor[appInternalsSymbol].impersonation.getSnapshot()).toBe(false)
  const again = await visitor.signInWithImpersonationCode(code)
  expect(again.status === 'error' && KnownErrors.VerificationCodeError.isInstance(again.error)).toBe(true)
})
