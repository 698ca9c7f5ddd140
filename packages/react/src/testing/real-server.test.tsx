import { render, waitFor } from '@testing-library/react'
import { Suspense, useEffect } from 'react'
import { expect, inject } from 'vitest'
import { AdminApp, type AdminConfigOverride, ClientApp, type ClientAppConstructorOptions, ServerApp } from '../index.ts'

// Hooks on the real SDK and the real server.

const { url: baseUrl, internalKeys } = inject('realServer')
const password = 'correct horse battery'

let people = 0
const newEmail = () => `ada-${++people}-${crypto.randomUUID().slice(0, 8)}@example.com`

async function signUp<ProjectId extends string>(app: ClientApp<true, ProjectId>) {
  await app.signUpWithCredential({ email: newEmail(), password, noRedirect: true })
  return app.getUser({ or: 'throw' })
}

/** Somebody who is signed in to the internal project, where projects are owned. */
export async function openOwner() {
  const { publishableClientKey } = internalKeys
  const app = new ClientApp({ tokenStore: 'memory', projectId: 'internal', publishableClientKey, baseUrl })
  const owner = await signUp(app)
  const teamId = owner.selectedTeam!.id
  return { app, owner, teamId, createProject: () => owner.createProject({ displayName: 'Fieldnotes', teamId }) }
}

let ownerOfAll: ReturnType<typeof openOwner> | undefined

/** A project of its own, with an app of each kind. */
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

/** A project with somebody in it, seen from their browser and from the app's server. */
export async function openPerson(settings?: AdminConfigOverride, options?: Partial<ClientAppConstructorOptions>) {
  const opened = await openProject(settings)
  const app = opened.createClient(options)
  const user = await signUp(app)
  const serverUser = (await opened.serverApp.getUser(user.id))!
  return { ...opened, app, user, serverUser }
}

/** Shows what a hook gives: waits at first, and then no more, however many show it. Tells what is on the screen. */
export async function show<T>(useValue: () => T): Promise<() => T> {
  const shown = renderReaders(useValue)
  const { container } = shown.view
  expect(container.textContent).toBe('waiting')
  await waitFor(() => expect(container.textContent).toBe('shown'))
  shown.render(2)
  expect(container.textContent).toBe('shownshown')
  return shown.read
}

/** The same of what is known already, so that nobody waits. */
export function showKnown<T>(useValue: () => T): () => T {
  const shown = renderReaders(useValue)
  expect(shown.view.container.textContent).toBe('shown')
  return shown.read
}

/** As many components as asked for that show what a hook gives; `read` tells what the last of them shows. */
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

function Reader<T>({ useValue, tell }: { useValue: () => T; tell: (value: T) => void }) {
  const value = useValue()
  useEffect(() => tell(value))
  return 'shown'
}
