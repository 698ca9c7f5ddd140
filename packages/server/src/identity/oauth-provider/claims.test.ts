import { decodeJwt } from 'jose'
import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/index.ts'
import {
  approveIn,
  beginSignIn,
  invoices,
  openProvider,
  postToken,
  readInteraction,
  signInTo,
} from '../../testing/oauth-provider.ts'
import { teamActions } from '../../testing/team.ts'

test('each scope gives its claims, also those that the owner has declared', async () => {
  const provider = await openProvider(await testServer(), {
    'oauthProvider.claims.department': { scope: 'profile', metadata: 'server', key: 'department' },
    'oauthProvider.claims.color': { scope: 'colors', metadata: 'client', key: 'color' },
    'oauthProvider.scopes.colors': {},
  })
  const registered = await provider.addClient()
  const user = await provider.project.signUp()
  const body = {
    display_name: 'Ada',
    client_metadata: { color: 'red', other: 1 },
    server_metadata: { department: 'Sales' },
  }
  await provider.project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id: user.user_id }, body })
  const read = async (scope: string) => {
    const { config, tokens } = await signInTo(provider, registered, { scope }, { user })
    return client.fetchUserInfo(config, tokens.access_token, user.user_id)
  }
  expect(await read('openid')).toEqual({ sub: user.user_id })
  expect(await read('openid profile')).toEqual({ sub: user.user_id, name: 'Ada', department: 'Sales' })
  expect(await read('openid colors')).toEqual({ sub: user.user_id, color: 'red' })
  expect(await read('openid email')).toEqual({ sub: user.user_id, email: user.email, email_verified: false })
})

test('the teams of a user are a claim, with the permissions in them', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const user = await provider.project.signUp()
  const teams = teamActions(provider.project)
  const id = await teams.createTeam(undefined, 'Sales')
  await teams.addMember(id, { id: user.user_id })
  const { config, tokens } = await signInTo(provider, registered, { scope: 'openid teams' }, { user })
  const { teams: claim } = await client.fetchUserInfo(config, tokens.access_token, user.user_id)
  expect(claim).toEqual([{ id, name: 'Sales', permissions: await teams.listPermissions(id, { id: user.user_id }) }])
})

const limited = {
  'rbac.permissions.read_invoices': { scope: 'team' },
  'rbac.permissions.accountant': { scope: 'team', containedPermissionIds: { read_invoices: true } },
  'oauthProvider.scopes.invoices:read.permissionId': 'read_invoices',
}

test('a scope with a permission is granted in the team that the user chooses, and only while it is held there', async () => {
  const provider = await openProvider(await testServer(), limited)
  const { call, signUp } = provider.project
  const registered = await provider.addClient()
  const user = await signUp()
  const person = { id: user.user_id }
  const teams = teamActions(provider.project)
  const [team_id, otherTeam] = [await teams.createTeam(undefined, 'Sales'), await teams.createTeam(undefined, 'Others')]
  await teams.addMember(team_id, person)
  await teams.addMember(otherTeam, person)
  await teams.grant(team_id, person, 'accountant')

  const asked = { scope: 'openid invoices:read invoices:write offline_access', resource: invoices }
  const { url } = await beginSignIn(provider, registered, asked)
  const interaction_id = readInteraction(await provider.newBrowser().open(url))
  const request = await call('GET /oauth-provider/interactions/{interaction_id}', { params: { interaction_id }, user })
  expect(request.teams?.map(({ display_name }) => display_name)).toEqual(['Sales', 'Others'])
  expect(request.scopes.find(({ id }) => id === 'invoices:read')).toMatchObject({
    display_name: 'Read your invoices',
    is_available: true,
  })

  const elsewhere = await signInTo(provider, registered, asked, { user, body: { team_id: otherTeam } })
  expect(elsewhere.tokens.scope).toBe('invoices:write')
  const { tokens } = await signInTo(provider, registered, asked, { user, body: { team_id } })
  expect(tokens.scope).toBe('invoices:read invoices:write')
  expect(decodeJwt(tokens.access_token)).toMatchObject({ team_id, sub: user.user_id })

  const refresh = (refresh_token: unknown) =>
    postToken(provider, registered, {
      grant_type: 'refresh_token',
      refresh_token: String(refresh_token),
      resource: invoices,
    })
  await teams.revoke(team_id, person, 'accountant')
  const after = await refresh(tokens.refresh_token)
  expect(after.body.scope).toBe('invoices:write')
  await teams.removeMember(team_id, person)
  expect((await refresh(after.body.refresh_token)).body.error).toBe('invalid_grant')
})

test('nobody approves in a team of others', async () => {
  const provider = await openProvider(await testServer(), limited)
  const registered = await provider.addClient()
  const user = await provider.project.signUp()
  const team_id = await teamActions(provider.project).createTeam()
  const { url } = await beginSignIn(provider, registered, { scope: 'openid invoices:read', resource: invoices })
  const approved = approveIn(provider, provider.newBrowser(), user, url, { body: { team_id } })
  await expect(approved).rejects.toMatchObject({ code: 'TEAM_MEMBERSHIP_NOT_FOUND' })
})

test('who is restricted or deleted is refused at the next refresh', async () => {
  const provider = await openProvider(await testServer())
  const registered = await provider.addClient()
  const { call } = provider.project
  const refuse = async (end: (user_id: string) => Promise<unknown>) => {
    const { tokens, user, config } = await signInTo(provider, registered, { scope: 'openid offline_access' })
    await end(user.user_id)
    await expect(client.refreshTokenGrant(config, tokens.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
    await expect(client.fetchUserInfo(config, tokens.access_token, user.user_id)).rejects.toThrow()
  }
  const as = 'server' as const
  await refuse((user_id) =>
    call('PUT /users/{user_id}/restriction', { as, params: { user_id }, body: { reason: 'abuse' } }),
  )
  await refuse((user_id) => call('DELETE /users/{user_id}', { as, params: { user_id } }))
})
