import {
  createTestProject,
  goodPassword,
  internalProject,
  newEmail,
  type TestProject,
  type TestServer,
  testServer,
  testUrl,
} from '@latchkey/server/testing'
import { vi } from 'vitest'
import type { ClientAppConstructorOptions } from '../core/app-core.ts'
import { AdminApp, ClientApp, type CurrentInternalUser, ServerApp } from '../index.ts'

const { fetch: networkFetch } = globalThis

type Settings = Parameters<typeof createTestProject>[1]

/**
 * A project on the real server, which handles `fetch` for our address. `takeRequests()` returns the requests since the
 * last call.
 */
export async function openProject(settings?: Settings, server?: TestServer) {
  return openServer(await createTestProject(server ?? (await testServer()), settings))
}

function openServer(project: TestProject) {
  let requests: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!url.startsWith(testUrl)) return networkFetch(url, init)
    requests.push(`${init.method ?? 'GET'} ${new URL(url).pathname.replace('/api/v1', '')}`)
    return project.server.fetch(url, init)
  })
  return {
    project,
    takeRequests() {
      const taken = requests
      requests = []
      return taken
    },
  }
}

export function createClient({ id, keys }: TestProject, options: Partial<ClientAppConstructorOptions> = {}) {
  const { publishableClientKey } = keys
  return new ClientApp({ tokenStore: 'memory', projectId: id, publishableClientKey, ...options }) as ClientApp<true>
}

export function createServer({ id, keys }: TestProject) {
  return new ServerApp({ tokenStore: 'memory', projectId: id, ...keys })
}

export function createAdmin({ id, keys }: TestProject) {
  return new AdminApp({ tokenStore: 'memory', projectId: id, ...keys })
}

/** A signed-in user of the internal project, and the team that owns their projects. */
export async function openOwner(kind: 'client' | 'server' = 'client') {
  const opened = openServer(await internalProject())
  const { app, owner, teamId } = await signUpOwner(opened.project, kind)
  return { ...opened, app, owner, teamId, createProject: () => owner.createProject({ displayName: 'Mine', teamId }) }
}

export async function signUpOwner(project: TestProject, kind: 'client' | 'server' = 'client') {
  const app = (kind === 'client' ? createClient(project) : createServer(project)) as ClientApp<true, 'internal'>
  const owner: CurrentInternalUser = await signUp(app)
  return { app, owner, teamId: owner.selectedTeam!.id }
}

export async function signUp<ProjectId extends string>(app: ClientApp<true, ProjectId>, email = newEmail()) {
  const verificationCallbackUrl = 'http://localhost:3000/verify'
  await app.signUpWithCredential({ email, password: goodPassword, verificationCallbackUrl })
  return app.getUser({ or: 'throw' })
}

/** A project with one user, as the user's browser and the app's server see it. */
export async function openPerson(settings?: Settings, server?: TestServer) {
  const opened = await openProject(settings, server)
  const app = createClient(opened.project)
  const user = await signUp(app)
  const serverApp = createServer(opened.project)
  const serverUser = (await serverApp.getUser(user.id))!
  return { ...opened, app, user, serverApp, serverUser }
}
