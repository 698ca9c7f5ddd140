import { StatusError } from '@latchkey/react'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OwnerContext, ProjectContext } from '../data/owner.ts'
import { Toasts } from '../ui/toast.tsx'
import { RestrictDialog } from './restrict-dialog.tsx'

const sendRequest = vi.hoisted(() => vi.fn())
vi.mock('../internal-app.ts', async () => {
  const { appInternalsSymbol } = await import('@latchkey/react')
  return { internalApp: { [appInternalsSymbol]: { sendRequest } } }
})

const session = { getTokens: async () => ({ accessToken: 'token', refreshToken: null }), dropAccessToken: () => {} }
const userOf = (id: string) => ({
  id,
  display_name: id,
  primary_email: null,
  profile_image_url: null,
  is_anonymous: false,
})

function renderDialog(...names: string[]) {
  const closed = vi.fn()
  const finished = vi.fn()
  const who = names.length === 1 ? names[0]! : `${names.length} users`
  render(
    <OwnerContext value={{ id: 'owner', _internalSession: session } as never}>
      <ProjectContext value={{ id: 'p1' } as never}>
        <RestrictDialog users={names.map(userOf)} who={who} onClose={closed} onFinish={finished} />
        <Toasts />
      </ProjectContext>
    </OwnerContext>,
  )
  return { closed, finished }
}

beforeEach(() => {
  // jsdom does not open dialogs.
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
  vi.stubGlobal('fetch', async () => new Response())
  sendRequest.mockReset()
  sendRequest.mockImplementation(async () => new Response('{}', { headers: { 'content-type': 'application/json' } }))
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('asks for a reason, then restricts one user and tells them the message', async () => {
  const { closed } = renderDialog('Ada')
  await userEvent.click(screen.getByRole('button', { name: 'Restrict user' }))
  expect(screen.getByRole('alert').textContent).toBe('Enter a reason. Only owners can see it.')
  expect(sendRequest).not.toHaveBeenCalled()
  await userEvent.type(screen.getByLabelText('Reason'), 'Spam')
  await userEvent.type(screen.getByLabelText('Message to the user (optional)'), 'Too many messages.')
  await userEvent.click(screen.getByRole('button', { name: 'Restrict user' }))
  expect(await screen.findByText('Ada is restricted.')).toBeTruthy()
  expect(closed).toHaveBeenCalledOnce()
  const [path, { method, body }] = sendRequest.mock.calls[0]!
  expect([method, path, body]).toEqual([
    'PUT',
    '/users/Ada/restriction',
    '{"reason":"Spam","message":"Too many messages.","until_millis":null}',
  ])
})

test('shows why one user could not be restricted, and keeps the form', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  sendRequest.mockRejectedValue(new StatusError(400, 'Not this one.'))
  const { closed } = renderDialog('Ada')
  await userEvent.type(screen.getByLabelText('Reason'), 'Spam')
  await userEvent.click(screen.getByRole('button', { name: 'Restrict user' }))
  expect(await screen.findByText('Not this one.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Spam')
  expect(closed).not.toHaveBeenCalled()
})

test('restricts many users and reports those who failed', async () => {
  sendRequest.mockImplementation(async (path: string) => {
    if (path.includes('Grace')) throw new StatusError(400, 'Not this one.')
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  })
  const { closed, finished } = renderDialog('Ada', 'Grace', 'Edsger')
  await userEvent.type(screen.getByLabelText('Reason'), 'Spam')
  await userEvent.click(screen.getByRole('button', { name: 'Restrict 3 users' }))
  expect(await screen.findByText('2 done, 1 failed.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Failures' }).textContent).toBe('Grace: Not this one.')
  expect(finished.mock.calls).toEqual([[[userOf('Grace')]]])
  expect(closed).not.toHaveBeenCalled()
})
