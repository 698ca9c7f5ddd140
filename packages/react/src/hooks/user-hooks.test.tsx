import { act } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openPerson, openProject, show, showKnown } from '../testing/real-server.test.tsx'
import type { ServerUser, User } from './user-types.ts'

const settings = {
  'auth.oauth.providers.github': { type: 'github', isShared: true, allowSignIn: true, allowConnectedAccounts: true },
  'teams.allowClientTeamCreation': true,
  'apiKeys.enabled.user': true,
  'payments.items': { credits: { displayName: 'Credits', customerType: 'user' } },
  'rbac.permissions.can_edit': {
    description: 'May edit',
    scope: 'project',
    containedPermissionIds: { can_read: true },
  },
  'rbac.permissions.can_read': { scope: 'project' },
}

const namesOf = (list: readonly { displayName: string | null }[]) => list.map(({ displayName }) => displayName)
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id)

describe.each(['client', 'server'] as const)('a user of a %s app', (kind) => {
  async function open() {
    const opened = await openPerson(settings)
    const owner: User | ServerUser = kind === 'client' ? opened.user : opened.serverUser
    return { ...opened, owner: owner as User }
  }

  test('shows all teams and a single team', async () => {
    const { owner } = await open()
    const teams = await show(() => owner.useTeams())
    const before = teams()
    const created = await act(() => owner.createTeam({ displayName: 'Analysts' }))
    expect(namesOf(teams())).toEqual([...namesOf(before), 'Analysts'])

    const one = showKnown(() => owner.useTeam(created.id)?.displayName)
    expect(one()).toBe('Analysts')
    await act(() => created.update({ displayName: 'Analysts of engines' }))
    expect(one()).toBe('Analysts of engines')
    expect(namesOf(teams())).toContain('Analysts of engines')
    await act(() => created.delete())
    expect(one()).toBeUndefined()
  })

  test('shows the profile in a team', async () => {
    const { owner } = await open()
    const team = await owner.createTeam({ displayName: 'Analysts' })
    const profile = await show(() => owner.useTeamProfile(team))
    expect(profile().displayName).toBeNull()
    await act(() => profile().update({ displayName: 'Countess' }))
    expect(profile().displayName).toBe('Countess')
  })

  test('shows emails', async () => {
    const { owner } = await open()
    const channels = await show(() => owner.useContactChannels())
    expect(channels().map(({ value }) => value)).toEqual([owner.primaryEmail])
    await act(() => owner.createContactChannel({ type: 'email', value: 'second@example.com', usedForAuth: false }))
    expect(channels().map(({ value }) => value)).toContain('second@example.com')
  })

  test('shows notification categories', async () => {
    const { owner } = await open()
    const wanted = await show(() => owner.useNotificationCategories().find(({ canDisable }) => canDisable)!)
    expect(wanted().enabled).toBe(true)
    await act(() => wanted().setEnabled(false))
    expect(wanted().enabled).toBe(false)
  })

  test('shows all linked accounts and a single one', async () => {
    const { owner, serverApp } = await open()
    const link = { userId: owner.id, providerConfigId: 'github', allowSignIn: false, allowConnectedAccounts: true }
    await serverApp.createOAuthProvider({ ...link, accountId: '1', email: 'ada@github.example' })
    const links = await show(() => owner.useOAuthProviders())
    expect(links()).toMatchObject([{ type: 'github', email: 'ada@github.example', allowSignIn: false }])
    const [{ id } = { id: '' }] = links()
    const one = showKnown(() => owner.useOAuthProvider(id))
    expect(one()).toBe(links()[0])
    await act(() => one()!.update({ allowSignIn: true }))
    expect(one()).toMatchObject({ id, allowSignIn: true })
    await act(() => one()!.delete())
    expect([links(), one()]).toEqual([[], null])
  })

  test('shows API keys', async () => {
    const { owner } = await open()
    const keys = await show(() => owner.useApiKeys())
    expect(keys()).toEqual([])
    const created = await act(() => owner.createApiKey({ description: 'For a robot', expiresAt: null }))
    expect(keys()).toMatchObject([{ id: created.id, description: 'For a robot' }])
    await act(() => keys()[0]!.revoke())
    expect(keys()[0]!.whyInvalid()).toBe('manually-revoked')
  })

  test('shows an item', async () => {
    const { owner, serverApp } = await open()
    const credits = await show(() => owner.useItem('credits'))
    expect(credits()).toMatchObject({ displayName: 'Credits', quantity: 0 })
    const item = await serverApp.getItem({ userId: owner.id, itemId: 'credits' })
    await act(() => item.increaseQuantity(5))
    // A server sees its own change; a browser sees it on the next read.
    if (kind === 'client') await act(() => owner.getItem('credits'))
    expect(credits().quantity).toBe(5)
  })

  test('shows permissions in the project and in a team', async () => {
    const { owner, serverUser } = await open()
    const team = await owner.createTeam({ displayName: 'Analysts' })
    const all = await show(() => idsOf(owner.usePermissions()))
    const direct = await show(() => idsOf(owner.usePermissions({ recursive: false })))
    const one = showKnown(() => owner.usePermission('can_read'))
    const inTeam = await show(() => idsOf(owner.usePermissions(team)))
    const oneInTeam = showKnown(() => owner.usePermission(team, 'team_member'))
    const before = { all: all(), direct: direct(), inTeam: inTeam() }
    expect([one(), oneInTeam()]).toEqual([null, null])
    await act(() => serverUser.grantPermission('can_edit'))
    await act(() => serverUser.grantPermission(team, 'team_member'))
    if (kind === 'client') {
      await act(() => Promise.all([owner.listPermissions(), owner.listPermissions({ recursive: false })]))
      await act(() => owner.listPermissions(team))
    }
    expect(all()).toEqual([...before.all, 'can_edit', 'can_read'].sort())
    expect(direct()).toEqual([...before.direct, 'can_edit'].sort())
    expect(one()).toEqual({ id: 'can_read' })
    expect(inTeam()).toEqual(expect.arrayContaining([...before.inTeam, 'team_member']))
    expect(oneInTeam()).toEqual({ id: 'team_member' })
  })
})

test('shows the signed-in user with every change', async () => {
  const { app } = await openPerson()
  const user = showKnown(() => app.useUser({ or: 'throw' }))
  await act(() => user().update({ displayName: 'Ada' }))
  expect(user().displayName).toBe('Ada')
})

test('only users of the internal project can show their projects', async () => {
  const { user, serverUser } = await openPerson()
  expect(user).not.toHaveProperty('useOwnedProjects')
  expect(serverUser).not.toHaveProperty('useOwnedProjects')
})

test('shows a project and an item to signed-out users', async () => {
  const { createClient, adminApp } = await openProject({
    'payments.items': { calls: { displayName: 'Calls', customerType: 'custom' } },
  })
  const app = createClient()
  const calls = { customCustomerId: 'acme', itemId: 'calls' }
  const name = await show(() => app.useProject().displayName)
  const quantity = await show(() => app.useItem(calls).quantity)
  expect([name(), quantity()]).toEqual(['Fieldnotes', 0])
  await (await adminApp.getProject()).update({ displayName: 'Field guide' })
  await adminApp.createItemQuantityChange({ ...calls, quantity: 3 })
  await act(() => Promise.all([app.getProject(), app.getItem(calls)]))
  expect([name(), quantity()]).toEqual(['Field guide', 3])
})
