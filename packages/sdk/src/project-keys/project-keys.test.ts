import { beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { AdminApp, appInternalsSymbol, KnownErrors } from '../index.ts'
import { createAdmin, openProject } from '../testing/open-project.ts'
import { show, shownIn } from '../testing/shown.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

const allKeys = { hasPublishableClientKey: true, hasSecretServerKey: true, hasSuperSecretAdminKey: true }
const tomorrow = () => new Date(Date.now() + 24 * 3600 * 1000)

test('a new key set shows its keys once, and they give access to the project', async () => {
  const { project } = await openProject()
  const app = createAdmin(project)
  const expiresAt = tomorrow()
  const keys = await app.createInternalApiKey({ description: 'Production', expiresAt, ...allKeys })
  expect(keys).toMatchObject({ description: 'Production', expiresAt, manuallyRevokedAt: null })
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = keys
  const other = new AdminApp({
    tokenStore: null,
    projectId: project.id,
    publishableClientKey,
    secretServerKey,
    superSecretAdminKey,
  })
  expect((await other.getProject()).id).toBe(project.id)

  const [listed] = await app.listInternalApiKeys()
  expect(listed).toMatchObject({
    id: keys.id,
    publishableClientKey: { lastFour: publishableClientKey!.slice(-4) },
    superSecretAdminKey: { lastFour: superSecretAdminKey!.slice(-4) },
  })
})

test('a key set has only the requested keys', async () => {
  const { project } = await openProject()
  const app = createAdmin(project)
  const onlyPublic = { ...allKeys, hasSecretServerKey: false, hasSuperSecretAdminKey: false }
  const keys = await app.createInternalApiKey({ description: 'Web', expiresAt: tomorrow(), ...onlyPublic })
  expect(keys.publishableClientKey).toMatch(/^pck_/)
  expect(keys.secretServerKey).toBeUndefined()
  expect((await app.listInternalApiKeys())[0]).toMatchObject({ secretServerKey: null, superSecretAdminKey: null })
})

test('a key set can be edited and revoked, and subscribers see it immediately', async () => {
  const { project } = await openProject()
  const app = createAdmin(project)
  const store = app[appInternalsSymbol].internalApiKeys
  await show(store)
  const shown = () => shownIn(store)[0]!
  const keys = await app.createInternalApiKey({ description: 'Old', expiresAt: tomorrow(), ...allKeys })
  expect(shown().id).toBe(keys.id)
  await shown().update({ description: 'New' })
  expect(shown().description).toBe('New')
  expect([shown().isValid(), shown().whyInvalid()]).toEqual([true, null])

  await keys.revoke()
  expect(shown().manuallyRevokedAt).toBeInstanceOf(Date)
  expect([shown().isValid(), shown().whyInvalid()]).toEqual([false, 'manually-revoked'])
  const revoked = new AdminApp({
    tokenStore: null,
    projectId: project.id,
    publishableClientKey: keys.publishableClientKey,
    secretServerKey: keys.secretServerKey,
    superSecretAdminKey: keys.superSecretAdminKey,
  })
  await expect(revoked.getProject()).rejects.toSatisfy(KnownErrors.InvalidSuperSecretAdminKey.isInstance)
})

test('an expired key set reports expiry before revocation', async () => {
  const { project } = await openProject()
  const app = createAdmin(project)
  const keys = await app.createInternalApiKey({
    description: 'Old',
    expiresAt: new Date(Date.now() - 1000),
    ...allKeys,
  })
  expect([keys.isValid(), keys.whyInvalid()]).toEqual([false, 'expired'])
  await keys.revoke()
  expect((await app.listInternalApiKeys())[0]!.whyInvalid()).toBe('expired')
})
