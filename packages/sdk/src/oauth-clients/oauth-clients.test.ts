import { beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { openPerson } from '../testing/open-project.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

test('a server registers a client, lists, changes and deletes it, and replaces its secret', async () => {
  const { serverApp } = await openPerson()
  const redirectUris = ['https://ledger.example.com/callback']
  const created = await serverApp.createOAuthClient({ type: 'web', displayName: 'Ledger', redirectUris })
  expect(created).toMatchObject({ type: 'web', displayName: 'Ledger', redirectUris, scopes: null, userCount: 0 })
  expect(created).toMatchObject({ lastUsedAt: null, expiresAt: null, isSelfRegistered: false, skipsConsent: false })
  expect(created.secrets).toMatchObject([{ ending: created.clientSecret!.slice(-4), expiresAt: null }])
  const other = await serverApp.createOAuthClient({ type: 'machine', displayName: 'Reports' })

  const page = await serverApp.listOAuthClients({ limit: 1 })
  expect(page.map(({ id }) => id)).toEqual([other.id])
  const next = await serverApp.listOAuthClients({ cursor: page.nextCursor! })
  expect(next.map(({ id }) => id)).toEqual([created.id])
  expect(next.nextCursor).toBeNull()
  expect(await serverApp.listOAuthClients({ query: 'ledger' })).toHaveLength(1)

  const oldSecretExpiresAt = new Date(Date.now() + 60_000)
  const rotated = await created.rotateSecret({ oldSecretExpiresAt })
  expect(rotated.clientSecret).not.toBe(created.clientSecret)
  expect(rotated.secrets.map(({ expiresAt }) => expiresAt)).toEqual([null, oldSecretExpiresAt])
  expect((await rotated.endSecret(rotated.secrets[1]!.id)).secrets).toHaveLength(1)

  const changed = await rotated.update({ displayName: 'General ledger', scopes: ['openid'], skipsConsent: true })
  expect(changed).toMatchObject({ displayName: 'General ledger', scopes: ['openid'], redirectUris })
  expect(changed).not.toHaveProperty('clientSecret')
  expect(await serverApp.getOAuthClient(created.id)).toMatchObject({
    displayName: 'General ledger',
    skipsConsent: true,
  })
  await changed.delete()
  expect(await serverApp.getOAuthClient(created.id)).toBeNull()
})
