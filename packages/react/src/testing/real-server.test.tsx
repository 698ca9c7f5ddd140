import { render, waitFor } from '@testing-library/react'
import { Suspense, useLayoutEffect } from 'react'
import { expect, inject } from 'vitest'
import { AdminApp, type AdminConfigOverride, ClientApp, type ClientAppConstructorOptions, ServerApp } from '../index.ts'

// Tests hooks with the real SDK and the real server.

const { url: baseUrl, internalKeys } = inject('realServer')
const password = 'correct horse battery'

let people = 0
const newEmail = () => `ada-${++people}-${crypto.randomUUID().slice(0, 8)}@example.com`

async function signUp<ProjectId extends string>(app: ClientApp<true, ProjectId>) {
  await app.signUpWithCredential({ email: newEmail(), password, noRedirect: true })
  return app.getUser({ or: 'throw' })
}

/** A signed-in user of the internal project, who can own projects. */
export async function openOwner() {
  const { publishableClientKey } = internalKeys
  const app = new ClientApp({ tokenStore: 'memory', projectId: 'internal', publishableClientKey, baseUrl })
  const owner = await signUp(app)
  const teamId = owner.selectedTeam!.id
  return { app, owner, teamId, createProject: () => owner.createProject({ displayName: 'Fieldnotes', teamId }) }
}

let ownerOfAll: ReturnType<typeof openOwner> | undefined

/** A new project with an app of each kind. */
export async function openProject(settings: AdminConfigOverride = {}) {
  ownerOfAll ??= openOwner()
  const { createProject } = await ownerOfAll
  const project = await createProject()
  await project.updateConfig(settings)
  const keys = await project.app.createInternalApiKey({
    description: 'Test',
    expiresAt: new Date('2100-01-01'),
    hasPublishableClientKey: true,
    hasSecretServerKey: true,
    hasSuperSecretAdminKey: true,
  })
  const options = {
    tokenStore: 'memory',
    projectId: project.id,
    baseUrl,
    publishableClientKey: keys.publishableClientKey,
    secretServerKey: keys.secretServerKey,
    superSecretAdminKey: keys.superSecretAdminKey,
  } as const
  return {
    createClient: (more: Partial<ClientAppConstructorOptions> = {}) =>
      new ClientApp({ ...options, ...more }) as ClientApp<true>,
    serverApp: new ServerApp(options),
    adminApp: new AdminApp(options),
  }
}

/** A project with one user, as the user's browser and the app's server see it. */
export async function openPerson(settings?: AdminConfigOverride, options?: Partial<ClientAppConstructorOptions>) {
  const opened = await openProject(settings)
  const app = opened.createClient(options)
  const user = await signUp(app)
  const serverUser = (await opened.serverApp.getUser(user.id))!
  return { ...opened, app, user, serverUser }
}

/**
 * Renders the value of a hook, which suspends only once for all components. Returns a function that reads the rendered
 * value.
 */
export async function show<T>(useValue: () => T): Promise<() => T> {
  const shown = renderReaders(useValue)
  const { container } = shown.view
  expect(container.textContent).toBe('waiting')
  await waitFor(() => expect(container.textContent).toBe('shown'))
  shown.render(2)
  expect(container.textContent).toBe('shownshown')
  return shown.read
}

/** The same for a value that is already cached, so that nothing suspends. */
export function showKnown<T>(useValue: () => T): () => T {
  const shown = renderReaders(useValue)
  expect(shown.view.container.textContent).toBe('shown')
  return shown.read
}

/** Renders several components that show the value of a hook; `read` returns the value of the last one. */
export function renderReaders<T>(useValue: () => T, count = 1) {
  let latest: { value: T } | undefined
  const tell = (value: T) => {
    latest = { value }
  }
  const tree = (length: number) => (
    <Suspense fallback="waiting">
      {Array.from({ length }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Reader key={index} useValue={useValue} tell={tell} />
      ))}
    </Suspense>
  )
  const view = render(tree(count))
  const read = () => {
    if (!latest) throw new Error('Nothing is shown.')
    return latest.value
  }
  return { view, read, render: (next: number) => view.rerender(tree(next)) }
}

/** Tells as soon as the text is there, so that tests can wait for the text. */
function Reader<T>({ useValue, tell }: { useValue: () => T; tell: (value: T) => void }) {
  const value = useValue()
  useLayoutEffect(() => tell(value))
  return 'shown'
}
