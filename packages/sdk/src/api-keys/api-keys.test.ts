import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol } from '../index.ts'
import { eventually } from '../testing/eventually.ts'
import { openPerson } from '../testing/open-project.ts'

const settings = { 'apiKeys.enabled.user': true, 'apiKeys.enabled.team': true }

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

type Opened = Awaited<ReturnType<typeof openPerson>>

/** The owners of keys, and the apps that create them. */
const owners = {
  'a user, for a client': async ({ user }: Opened) => user,
  'a user, for a server': async ({ serverUser }: Opened) => serverUser,
  'a team, for a client': async ({ user, serverApp }: Opened) => {
    const { id } = await serverApp.createTeam({ displayName: 'Team', creatorUserId: user.id })
    return (await user.getTeam(id))!
  },
  'a team, for a server': async ({ serverApp }: Opened) => serverApp.createTeam({ displayName: 'Team' }),
}

describe.each(Object.entries(owners))('the API keys of %s', (name, findOwner) => {
  const type = name.startsWith('a user') ? 'user' : 'team'

  test('show their value once, and can be edited and revoked', async () => {
    const owner = await findOwner(await openPerson(settings))
    const expiresAt = new Date(Date.now() + 60_000)
    const key = await owner.createApiKey({ description: 'CI', expiresAt })
    expect(key).toMatchObject({ description: 'CI', expiresAt, manuallyRevokedAt: null, type, [`${type}Id`]: owner.id })
    expect(key.value).toMatch(/^sk_/)
    expect(key.isValid()).toBe(true)

    const list = async () => (await owner.listApiKeys())[0]!
    expect((await list()).value).toEqual({ lastFour: key.value.slice(-4) })
    await key.update({ description: 'Nightly builds' })
    expect(await list()).toMatchObject({ description: 'Nightly builds', expiresAt })
    const later = new Date(expiresAt.getTime() + 60_000)
    await key.update({ expiresAt: later })
    expect(await list()).toMatchObject({ description: 'Nightly builds', expiresAt: later })
    await key.update({ expiresAt: null })
    expect((await list()).expiresAt).toBeUndefined()

    await key.update({ description: 'CI', revoked: false })
    expect(await list()).toMatchObject({ description: 'CI', manuallyRevokedAt: null })

    const isLeaked: boolean = true
    await key.update({ revoked: isLeaked })
    const revoked = await list()
    expect(revoked.manuallyRevokedAt).toBeInstanceOf(Date)
    expect([revoked.isValid(), revoked.whyInvalid()]).toEqual([false, 'manually-revoked'])
  })

  test('expire, unless they were created without an expiry', async () => {
    const owner = await findOwner(await openPerson(settings))
    const eternal = await owner.createApiKey({ description: 'Always', expiresAt: null, isPublic: true })
    expect(eternal.expiresAt).toBeUndefined()
    expect(eternal.value).toMatch(/^pk_/)
    const soon = new Date(Date.now() + 60_000)
    const brief = await owner.createApiKey({ description: 'Soon over', expiresAt: soon })
    await (await owner.createApiKey({ description: 'Revoked before', expiresAt: soon })).revoke()
    const [revoked] = await owner.listApiKeys()
    vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
    try {
      expect(eternal.whyInvalid()).toBeNull()
      expect([brief.isValid(), brief.whyInvalid()]).toEqual([false, 'expired'])
      expect(revoked!.whyInvalid()).toBe('manually-revoked')
    } finally {
      vi.useRealTimers()
    }
  })

  test('appear immediately in lists that are shown', async () => {
    const owner = await findOwner(await openPerson(settings))
    const store = owner[appInternalsSymbol].apiKeys
    store.subscribe(() => {})
    await store.load()
    const key = await owner.createApiKey({ description: 'CI', expiresAt: null })
    expect(store.getSnapshot()).toMatchObject({ status: 'ok', value: [{ id: key.id }] })
  })
})

test('a server finds the owner of a valid key and of no other', async () => {
  const { user, serverApp } = await openPerson(settings)
  const team = await serverApp.createTeam({ displayName: 'Team' })
  const options = { description: 'CI', expiresAt: null }
  const userKey = await user.createApiKey(options)
  const teamKey = await team.createApiKey(options)

  expect([userKey.lastUsedAt, (await user.listApiKeys())[0]!.lastUsedAt]).toEqual([null, null])
  expect((await serverApp.getUser({ apiKey: userKey.value }))?.id).toBe(user.id)
  expect((await serverApp.getTeam({ apiKey: teamKey.value }))?.id).toBe(team.id)
  expect(await serverApp.getUser({ apiKey: teamKey.value })).toBeNull()
  expect(await serverApp.getTeam({ apiKey: userKey.value })).toBeNull()
  for (const apiKey of ['sk_nonsense', '', '\0', '\ud800', 'x'.repeat(10_000)]) {
    expect(await serverApp.getUser({ apiKey })).toBeNull()
    expect(await serverApp.getTeam({ apiKey })).toBeNull()
  }

  await eventually(async () => {
    for (const owner of [user, team]) expect((await owner.listApiKeys())[0]!.lastUsedAt).toBeInstanceOf(Date)
  })

  await userKey.revoke()
  expect(await serverApp.getUser({ apiKey: userKey.value })).toBeNull()
})

test('creating a key fails if the project does not allow it', async () => {
  const { user } = await openPerson()
  await expect(user.createApiKey({ description: 'CI', expiresAt: null })).rejects.toMatchObject({ statusCode: 400 })
})

test('a key with a missing or invalid expiry is not created', async () => {
  const { user } = await openPerson(settings)
  await expect(user.createApiKey({ description: 'CI' } as never)).rejects.toThrow()
  const expiresAt = new Date('tomorrow')
  await expect(user.createApiKey({ description: 'CI', expiresAt })).rejects.toThrow('not a valid date')
  expect(await user.listApiKeys()).toEqual([])

  const soon = new Date(Date.now() + 60_000)
  const key = await user.createApiKey({ description: 'CI', expiresAt: soon })
  await expect(key.update({ expiresAt })).rejects.toThrow('not a valid date')
  expect((await user.listApiKeys())[0]!.expiresAt).toEqual(soon)
})
