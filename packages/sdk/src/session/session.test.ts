import { expect, test, vi } from 'vitest'
import { createAccessToken } from '../testing/access-tokens.ts'
import { type AccessToken, decodeAccessToken, ServerTime } from './access-token.ts'
import { noTokens, UserSession } from './session.ts'
import type { TokenPair } from './token-store.ts'

const hour = 3_600_000

type Accept = (token: AccessToken | null) => AccessToken | null

function startSession(tokens: TokenPair, answer: () => Promise<string | null> = async () => createAccessToken()) {
  const time = new ServerTime()
  const refresh = vi.fn(async (_refreshToken: string, _isUsable: unknown, accept: Accept) => {
    const token = decodeAccessToken(await answer())
    time.learn(token)
    return accept(token)
  })
  const save = vi.fn()
  return { session: new UserSession(tokens, { time, refresh, save }), refresh, save, time }
}

test('uses an access token that is valid for at least 20 s, then refreshes', async () => {
  const good = createAccessToken({ lifeSeconds: 25 })
  const kept = startSession({ accessToken: good, refreshToken: 'r' })
  expect(await kept.session.getTokens()).toEqual({ accessToken: good, refreshToken: 'r' })
  expect(kept.refresh).not.toHaveBeenCalled()

  const short = createAccessToken({ lifeSeconds: 15 })
  const { session, refresh, save } = startSession({ accessToken: short, refreshToken: 'r' })
  const { accessToken } = await session.getTokens()
  expect(accessToken).not.toBe(short)
  expect(refresh).toHaveBeenCalledOnce()
  expect(save).toHaveBeenCalledWith({ accessToken, refreshToken: 'r' })
})

test('a hundred callers share one refresh', async () => {
  const { session, refresh } = startSession({ accessToken: null, refreshToken: 'r' })
  const all = await Promise.all(Array.from({ length: 100 }, () => session.getTokens()))
  expect(refresh).toHaveBeenCalledOnce()
  expect(new Set(all.map((tokens) => tokens.accessToken)).size).toBe(1)

  await session.getTokens()
  expect(refresh).toHaveBeenCalledOnce()
})

test('a failed refresh rejects all callers, and the next call retries', async () => {
  let isDown = true
  const { session, refresh } = startSession({ accessToken: null, refreshToken: 'r' }, async () => {
    if (isDown) throw new Error('down')
    return createAccessToken()
  })
  const both = await Promise.allSettled([session.getTokens(), session.getTokens()])
  expect(both.map((result) => result.status)).toEqual(['rejected', 'rejected'])
  expect(session.isInvalid).toBe(false)

  isDown = false
  expect((await session.getTokens()).accessToken).not.toBeNull()
  expect(refresh).toHaveBeenCalledTimes(2)
})

test.each([
  ['an hour ahead', hour],
  ['an hour behind', -hour],
])('a local clock %s costs one refresh, not one per call', async (_name, shift) => {
  vi.useFakeTimers({ now: Date.now() + shift, toFake: ['Date'] })
  try {
    const { session, refresh } = startSession({ accessToken: null, refreshToken: 'r' }, async () =>
      createAccessToken({ issuedAtMillis: Date.now() - shift }),
    )
    for (let call = 0; call < 20; call++) await session.getTokens()
    expect(refresh).toHaveBeenCalledOnce()

    vi.setSystemTime(Date.now() + 590_000)
    await session.getTokens()
    expect(refresh).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})

test('ends for good when the server rejects the refresh token', async () => {
  const { session, refresh, save } = startSession({ accessToken: null, refreshToken: 'r' }, async () => null)
  const ended = vi.fn()
  session.onInvalidate(ended)
  expect(await session.getTokens()).toEqual({ accessToken: null, refreshToken: null })
  expect(save).toHaveBeenCalledWith({ accessToken: null, refreshToken: null })
  expect(ended).toHaveBeenCalledOnce()

  session.offer(createAccessToken())
  expect(await session.getTokens()).toEqual({ accessToken: null, refreshToken: null })
  expect(refresh).toHaveBeenCalledOnce()
})

test('is invalid without tokens', async () => {
  expect(startSession({ accessToken: null, refreshToken: null }).session.isInvalid).toBe(true)
  expect(startSession({ accessToken: 'not.a.token', refreshToken: null }).session.isInvalid).toBe(true)
  const foreign = createAccessToken({ role: 'service' })
  expect(startSession({ accessToken: foreign, refreshToken: null }).session.isInvalid).toBe(true)
})

test('works with only an access token until that expires', async () => {
  const token = createAccessToken({ lifeSeconds: 5 })
  const { session } = startSession({ accessToken: token, refreshToken: null })
  expect(await session.getTokens()).toEqual({ accessToken: token, refreshToken: null })

  const expired = startSession({ accessToken: createAccessToken({ lifeSeconds: -1 }), refreshToken: null })
  expect(await expired.session.getTokens()).toEqual({ accessToken: null, refreshToken: null })
  expect(expired.session.isInvalid).toBe(true)
  expect(expired.refresh).not.toHaveBeenCalled()
})

test('drops only the rejected token', async () => {
  const refused = createAccessToken()
  const { session, refresh } = startSession({ accessToken: refused, refreshToken: 'r' })
  session.dropAccessToken(createAccessToken())
  expect((await session.getTokens()).accessToken).toBe(refused)

  session.dropAccessToken(refused)
  session.offer(refused)
  expect((await session.getTokens()).accessToken).not.toBe(refused)
  expect(refresh).toHaveBeenCalledOnce()
})

test('accepts a newer access token of another tab but not an older one', async () => {
  const { session } = startSession({ accessToken: createAccessToken({ lifeSeconds: 300 }), refreshToken: 'r' })
  const newer = createAccessToken({ lifeSeconds: 600 })
  session.offer(newer)
  session.offer(createAccessToken({ lifeSeconds: 100 }))
  session.offer('undefined')
  expect((await session.getTokens()).accessToken).toBe(newer)
})

test('a refresh that ends after sign-out does not restore the session', async () => {
  let finish = (_token: string) => {}
  const { session, save } = startSession({ accessToken: null, refreshToken: 'r' }, () => {
    return new Promise<string>((resolve) => {
      finish = resolve
    })
  })
  const waiting = session.getTokens()
  session.markInvalid()
  finish(createAccessToken())
  expect(await waiting).toEqual({ accessToken: null, refreshToken: null })
  expect(save).toHaveBeenCalledOnce()
})

test('rejects tokens that expire too soon', async () => {
  const { session } = startSession({ accessToken: null, refreshToken: 'r' }, async () =>
    createAccessToken({ lifeSeconds: 10 }),
  )
  await expect(session.getTokens()).rejects.toThrow('expires too soon')
  expect(UserSession.keyOf({ accessToken: null, refreshToken: 'undefined' })).toBe(UserSession.keyOf(noTokens))
})

test('accepts tokens without expiry and claims with any characters', () => {
  const token = decodeAccessToken(createAccessToken({ exp: undefined }))!
  expect(new ServerTime().remainingMillis(token)).toBe(Infinity)
  expect(token.claims.name).toBe('Ada Lövelace')
})
