import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, KnownErrors } from '../index.ts'
import { createClient, openPerson, signUp } from '../testing/open-project.ts'

const settings = {
  'auth.oauth.providers.github': { type: 'github', isShared: true, allowSignIn: true, allowConnectedAccounts: true },
}
const unknownId = '0b4b3b52-3d2f-4b58-9ed5-6f3a2b6f8c11'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

async function openLinked() {
  const opened = await openPerson(settings)
  const options = {
    userId: opened.user.id,
    providerConfigId: 'github',
    accountId: 'octocat',
    email: 'octocat@example.com',
    allowSignIn: true,
    allowConnectedAccounts: true,
  }
  const created = await opened.serverApp.createOAuthProvider(options)
  return { ...opened, options, link: created.status === 'ok' ? created.data : expect.fail('Nothing was linked.') }
}

test('a server links a user to an account', async () => {
  const { link, user, serverUser } = await openLinked()
  expect(link).toMatchObject({ type: 'github', userId: user.id, accountId: 'octocat', email: 'octocat@example.com' })
  expect(await serverUser.getOAuthProvider(link.id)).toMatchObject({ id: link.id, accountId: 'octocat' })
  expect((await link.update({ accountId: 'hubot', email: 'hubot@example.com' })).status).toBe('ok')
  expect(await serverUser.listOAuthProviders()).toMatchObject([{ accountId: 'hubot', email: 'hubot@example.com' }])
})

describe.each(['client', 'server'] as const)('the links of a user, for a %s', (access) => {
  test('are listed, changed and removed', async () => {
    const { link, user, serverUser } = await openLinked()
    const owner = access === 'client' ? user : serverUser
    const { oauthProviders } = owner[appInternalsSymbol]
    oauthProviders.subscribe(() => {})
    const [found] = await owner.listOAuthProviders()
    expect(found).toMatchObject({ id: link.id, allowSignIn: true, allowConnectedAccounts: true })
    expect('accountId' in found!).toBe(access === 'server')
    expect(await owner.getOAuthProvider(unknownId)).toBeNull()

    expect(await found!.update({ allowSignIn: false })).toEqual({ status: 'ok', data: undefined })
    expect(oauthProviders.getSnapshot()).toMatchObject({ value: [{ allowSignIn: false }] })
    await found!.delete()
    expect(oauthProviders.getSnapshot()).toMatchObject({ value: [] })
  })
})

test('an account signs in one user only', async () => {
  const { project, serverApp, options } = await openLinked()
  const other = await signUp(createClient(project))
  const refused = await serverApp.createOAuthProvider({ ...options, userId: other.id })
  expect(
    refused.status === 'error' && KnownErrors.OAuthProviderAccountIdAlreadyUsedForSignIn.isInstance(refused.error),
  ).toBe(true)

  const created = await serverApp.createOAuthProvider({ ...options, userId: other.id, allowSignIn: false })
  expect(created.status).toBe('ok')
  const [link] = await other.listOAuthProviders()
  expect(await link!.update({ allowSignIn: true })).toMatchObject({ status: 'error' })
})
