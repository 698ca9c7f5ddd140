import { giveAccess } from '@latchkey/server/testing'
import { expect, test } from 'vitest'
import { openPerson } from '../testing/open-project.ts'

const settings = {
  'oauthProvider.isEnabled': true,
  'oauthProvider.scopes.notes:read': { displayName: 'Read your notes' },
}

test('users see the apps with access to their account, and end the access of one or all', async () => {
  const { user, project } = await openPerson(settings)
  await giveAccess(project, user.id, { scopes: ['email', 'notes:read'] })
  await giveAccess(project, user.id)
  await giveAccess(project, user.id)
  const grants = await user.listOAuthGrants()
  expect(grants[2]).toMatchObject({
    userId: user.id,
    client: { displayName: 'Field Notes', host: 'notes.example.com', isVerified: false, type: null },
    scopes: [
      { id: 'email', displayName: null },
      { id: 'notes:read', displayName: 'Read your notes' },
    ],
    team: null,
    createdAt: expect.any(Date),
    expiresAt: null,
    lastUsedAt: null,
    geoInfo: null,
  })
  await grants[2]!.revoke()
  await expect(grants[2]!.revoke()).rejects.toThrow('no longer has access')
  expect((await user.listOAuthGrants()).map(({ id }) => id)).toEqual([grants[0]!.id, grants[1]!.id])
  await user.revokeOAuthGrants()
  expect(await user.listOAuthGrants()).toEqual([])
})

test('servers see and end the access of apps to any account, by user, client or team', async () => {
  const { serverApp, serverUser, user, project } = await openPerson(settings)
  const clientId = 'https://notes.example.com/client.json'
  await giveAccess(project, user.id, { clientId })
  const other = await giveAccess(project, user.id)
  const page = await serverApp.listOAuthGrants({ clientId, limit: 1 })
  expect(page.map(({ client, userId }) => [client.id, userId])).toEqual([[clientId, user.id]])
  expect(page.nextCursor).toBe(null)
  await page[0]!.revoke()
  expect(await serverUser.listOAuthGrants()).toMatchObject([{ id: other }])
  await serverUser.revokeOAuthGrants()
  expect([...(await serverApp.listOAuthGrants({ userId: user.id }))]).toEqual([])
})

test('apps know whether their users can let other apps in', async () => {
  const [on, off] = [await openPerson(settings), await openPerson()]
  expect((await on.app.getProject()).config.oauthProviderEnabled).toBe(true)
  expect((await off.app.getProject()).config.oauthProviderEnabled).toBe(undefined)
})
