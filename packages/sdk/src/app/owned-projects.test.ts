import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { AdminApp, appInternalsSymbol, KnownErrors, ServerApp } from '../index.ts'
import { createClient, openOwner, openProject, signUp, signUpOwner } from '../testing/open-project.ts'
import { show, shownIn } from '../testing/shown.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

test('only users of the internal project own projects', async () => {
  const { project } = await openProject()
  const user = await signUp(createClient(project))
  expect(user).not.toHaveProperty('createProject')
  expect(user).not.toHaveProperty('listOwnedProjects')
  expect(user[appInternalsSymbol].ownedProjects).toBeUndefined()
})

describe.each(['client', 'server'] as const)('an owner, through a %s app', (kind) => {
  test('creates projects and lists them', async () => {
    const { owner, teamId } = await openOwner(kind)
    expect(await owner.listOwnedProjects()).toEqual([])
    const options = { displayName: 'Shop', description: 'Sells', teamId, config: { magicLinkEnabled: true } }
    const project = await owner.createProject(options)
    expect(project).toMatchObject({ displayName: 'Shop', description: 'Sells', ownerTeamId: teamId })
    expect(project.config.magicLinkEnabled).toBe(true)
    expect((await owner.listOwnedProjects()).map(({ id }) => id)).toEqual([project.id])
  })

  test('cannot create a project for a team of others', async () => {
    const { project, owner } = await openOwner(kind)
    const stranger = await signUpOwner(project)
    const created = owner.createProject({ displayName: 'Theirs', teamId: stranger.teamId })
    await expect(created).rejects.toSatisfy(KnownErrors.TeamMembershipNotFound.isInstance)
  })

  test('has one app per project, which acts on their behalf', async () => {
    const { owner, createProject } = await openOwner(kind)
    const first = await createProject()
    const second = await createProject()
    expect(first.app).not.toBe(second.app)
    expect(first.app.projectId).toBe(first.id)
    const listed = (await owner.listOwnedProjects()).find(({ id }) => id === first.id)!
    expect(listed.app).toBe(first.app)

    await listed.app.createUser({ displayName: 'Ada' })
    expect((await first.app.listUsers()).map(({ displayName }) => displayName)).toEqual(['Ada'])
    expect(await second.app.listUsers()).toHaveLength(0)
  })

  test('sees changes immediately in the list, including those made through the app', async () => {
    const { owner, createProject } = await openOwner(kind)
    const store = owner[appInternalsSymbol].ownedProjects!
    await show(store)
    const namesShown = () => shownIn(store).map(({ displayName }) => displayName)
    const project = await createProject()
    expect(namesShown()).toEqual(['Mine'])
    await project.update({ displayName: 'Ours' })
    expect(namesShown()).toEqual(['Ours'])
    await (await project.app.getProject()).update({ displayName: 'Theirs' })
    expect(namesShown()).toEqual(['Theirs'])
    await project.delete()
    expect(namesShown()).toEqual([])
  })
})

test('two owners of one server do not share apps or lists', async () => {
  const { project: internal, owner, teamId, createProject } = await openOwner()
  const other = await signUpOwner(internal)
  const server = new ServerApp({ tokenStore: null, projectId: 'internal', ...internal.keys })
  const find = async ({ currentSession }: typeof owner) =>
    server.getUser({ or: 'throw', tokenStore: await currentSession.getTokens() })
  const { app, id } = await createProject()
  const [ada, bob] = [await find(owner), await find(other.owner)]
  expect((await ada.listOwnedProjects()).map((project) => [project.id, project.ownerTeamId])).toEqual([[id, teamId]])
  expect(await bob.listOwnedProjects()).toEqual([])
  expect((await ada.listOwnedProjects())[0]!.app).not.toBe(app)
})

test('a former owner is rejected after a single retry with a new token', async () => {
  const { project: internal, createProject } = await openOwner()
  const { id } = await createProject()
  const { owner: former } = await signUpOwner(internal)
  const projectOwnerSession = former._internalSession
  const app = new AdminApp({ tokenStore: null, projectId: id, projectOwnerSession })
  const fetched = vi.spyOn(globalThis, 'fetch')
  vi.mocked(clock.wait).mockClear()
  await expect(app.createUser({})).rejects.toSatisfy(KnownErrors.AdminAccessTokenIsNotAdmin.isInstance)
  expect(fetched.mock.calls.map(([url]) => new URL(String(url)).pathname)).toEqual([
    '/api/v1/users',
    '/api/v1/auth/oauth/token',
    '/api/v1/users',
  ])
  expect(vi.mocked(clock.wait).mock.calls.filter(([millis]) => millis > 0)).toEqual([])
})

test('the app of a project gets additional members from packages', async () => {
  const { app, owner, createProject } = await openOwner()
  app[appInternalsSymbol].core.extensions = {
    adminApp: (app) => ({ useProject: () => app.projectId }),
    project: () => ({ useConfig: () => 'config' }),
  }
  const project = await createProject()
  expect(project.app).toHaveProperty('useProject')
  expect(project).toHaveProperty('useConfig')
  expect(await project.app.getProject()).toHaveProperty('useConfig')
  expect(owner).not.toHaveProperty('useProject')
})

describe('transferring a project', () => {
  test('moves it to another team of the owner', async () => {
    const { owner, createProject } = await openOwner()
    const project = await createProject()
    const team = await owner.createTeam({ displayName: 'Others' })
    await project.transfer(owner, team.id)
    expect((await project.app.getProject()).ownerTeamId).toBe(team.id)
    expect((await owner.listOwnedProjects())[0]!.ownerTeamId).toBe(team.id)
  })

  test("also works with the project's keys, on behalf of the given user", async () => {
    const { owner, teamId, createProject } = await openOwner()
    const { app, id } = await createProject()
    const keys = await app.createInternalApiKey({
      description: 'Admin',
      expiresAt: new Date(Date.now() + 60_000),
      hasPublishableClientKey: true,
      hasSecretServerKey: true,
      hasSuperSecretAdminKey: true,
    })
    const withKeys = new AdminApp({
      tokenStore: null,
      projectId: id,
      publishableClientKey: keys.publishableClientKey,
      secretServerKey: keys.secretServerKey,
      superSecretAdminKey: keys.superSecretAdminKey,
    })
    const team = await owner.createTeam({ displayName: 'Others' })
    const project = await withKeys.getProject()
    expect(project.ownerTeamId).toBe(teamId)
    await project.transfer(owner, team.id)
    expect((await withKeys.getProject()).ownerTeamId).toBe(team.id)
  })

  test('fails if the user is not a member of the new team or does not own the project', async () => {
    const { project: internal, owner, createProject } = await openOwner()
    const project = await createProject()
    const stranger = await signUpOwner(internal)
    await expect(project.transfer(owner, stranger.teamId)).rejects.toSatisfy(
      KnownErrors.TeamMembershipNotFound.isInstance,
    )
    await expect(project.transfer(stranger.owner, stranger.teamId)).rejects.toSatisfy(
      KnownErrors.AdminAccessTokenIsNotAdmin.isInstance,
    )
  })
})
