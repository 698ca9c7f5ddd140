import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Boundary } from '../parts/boundary.tsx'
import { reloadAffected } from './affected-data.ts'
import { useApi, useData } from './data.ts'
import { OwnerContext, ProjectContext } from './owner.ts'
import { queryClient, reloadShown } from './query-client.ts'

/** Requests as `GET /users`, and the response to each. */
const requests: string[] = []
let respond: (route: string) => unknown
const sentHeaders: Headers[] = []

vi.mock('../internal-app.ts', async () => {
  const { appInternalsSymbol } = await import('@latchkey/react')
  const sendRequest = async (path: string, { method, headers }: RequestInit) => {
    requests.push(`${method} ${path}`)
    sentHeaders.push(new Headers(headers))
    const body = await respond(`${method} ${path}`)
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  }
  return { internalApp: { [appInternalsSymbol]: { sendRequest } } }
})

const session = { getTokens: async () => ({ accessToken: 'token', refreshToken: null }), dropAccessToken: vi.fn() }
const owner = { id: 'owner', _internalSession: session }
const restriction = { params: { user_id: 'u1' } }

function Reason() {
  return <p>{useData('GET /users/{user_id}/restriction', restriction).reason}</p>
}

function RestrictButton() {
  const { change } = useApi()
  const body = { reason: 'Spam', until_millis: null }
  return (
    <button type="button" onClick={() => void change('PUT /users/{user_id}/restriction', { ...restriction, body })}>
      Restrict
    </button>
  )
}

function renderPage(children: React.ReactNode) {
  return render(
    <OwnerContext value={owner as never}>
      <ProjectContext value={{ id: 'p1' } as never}>
        <Boundary skeleton="Loading">{children}</Boundary>
      </ProjectContext>
    </OwnerContext>,
  )
}

beforeEach(() => {
  requests.length = 0
  sentHeaders.length = 0
  queryClient.clear()
  vi.stubGlobal('fetch', async () => new Response())
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('readers of the same data share one request, with the access of the owner', async () => {
  respond = () => ({ reason: 'Abuse' })
  renderPage(
    <>
      <Reason />
      <Reason />
    </>,
  )
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(await screen.findAllByText('Abuse')).toHaveLength(2)
  expect(requests).toEqual(['GET /users/u1/restriction'])
  const [headers] = sentHeaders
  expect(headers!.get('x-stack-project-id')).toBe('p1')
  expect(headers!.get('x-stack-admin-access-token')).toBe('token')
  expect(headers!.get('x-stack-access-token')).toBe('')
})

test('a change reloads what the page shows, without its loading state', async () => {
  let reason = 'Abuse'
  respond = (route) => {
    if (route.startsWith('PUT')) reason = 'Spam'
    return { reason }
  }
  renderPage(
    <>
      <Reason />
      <RestrictButton />
    </>,
  )
  await screen.findByText('Abuse')
  await userEvent.click(screen.getByText('Restrict'))
  expect(screen.queryByText('Loading')).toBeNull()
  await screen.findByText('Spam')
  expect(requests).toEqual(['GET /users/u1/restriction', 'PUT /users/u1/restriction', 'GET /users/u1/restriction'])
})

test('a live update reloads affected routes, unless they were requested after the change', async () => {
  respond = () => ({ reason: 'Abuse' })
  renderPage(<Reason />)
  await screen.findByText('Abuse')
  reloadAffected('p1', ['user.restricted'], Date.now() - 60_000)
  reloadAffected('p1', ['webhook_endpoint.created'], Date.now() + 1000)
  reloadAffected('p2', ['user.restricted'], Date.now() + 1000)
  expect(requests).toHaveLength(1)
  respond = () => ({ reason: 'Spam' })
  reloadAffected('p1', ['user.restricted'], Date.now() + 1000)
  await screen.findByText('Spam')
  expect(requests).toHaveLength(2)
})

test('keeps the last data while the server is away', async () => {
  respond = () => ({ reason: 'Abuse' })
  renderPage(<Reason />)
  await screen.findByText('Abuse')
  respond = () => {
    throw new TypeError('fetch failed')
  }
  await reloadShown()
  expect(requests).toHaveLength(2)
  expect(screen.getByText('Abuse')).toBeTruthy()
})

test('a section that could not load says so, and loads when it is tried again', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  respond = () => {
    throw new TypeError('fetch failed')
  }
  renderPage(<Reason />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByText(/^Could not reach the server/)).toBeTruthy()
  respond = () => ({ reason: 'Abuse' })
  await userEvent.click(retry)
  await screen.findByText('Abuse')
  expect(requests).toHaveLength(2)
})

test('data of another owner is not shown after someone else signs in', async () => {
  respond = () => ({ reason: 'Abuse' })
  const page = renderPage(<Reason />)
  await screen.findByText('Abuse')
  respond = () => ({ reason: 'Other' })
  page.rerender(
    <OwnerContext value={{ ...owner, id: 'other' } as never}>
      <ProjectContext value={{ id: 'p1' } as never}>
        <Boundary skeleton="Loading">
          <Reason />
        </Boundary>
      </ProjectContext>
    </OwnerContext>,
  )
  screen.getByText('Loading')
  await screen.findByText('Other')
  expect(screen.queryByText('Abuse')).toBeNull()
})
