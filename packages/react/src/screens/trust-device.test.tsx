import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, renderApp, signedIn, type WireOptions } from '../testing/wire.test.tsx'
import { MFA } from './mfa.tsx'

const route = 'POST /auth/mfa/sign-in'
const cookie = 'stack-trusted-11111111-1111-4111-8111-111111111111'
const urls = { afterSignIn: '/in' }
const field = () => screen.findByLabelText<HTMLInputElement>('Code')
const question = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Trust this device for 30 days' })

function open(answers: Answer[] = [{ body: signedIn({ trusted_device: 'the-token' }) }], options: WireOptions = {}) {
  const respond: WireOptions['respond'] = (request) => (request.route === route ? answers.shift() : undefined)
  return renderApp(<MFA fullPage />, { respond, urls, ...options })
}

beforeEach(() => sessionStorage.setItem('stack_mfa_attempt_code', 'attempt'))
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: the user clears their cookies.
  document.cookie = `${cookie}=; path=/; max-age=0`
})

test('a device is trusted if the person says so before the code, also after a wrong one', async () => {
  const { sent, visited } = open([{ error: 'INVALID_TOTP_CODE' }, { body: signedIn({ trusted_device: 'the-token' }) }])
  const box = await question()
  expect(box.checked).toBe(false)
  expect(document.activeElement).toBe(await field())
  await userEvent.click(box)
  await userEvent.type(await field(), '000000')
  await screen.findByText('Wrong code. Enter the one your app shows now.')
  expect(box.checked).toBe(true)
  await userEvent.type(await field(), '123456')
  await waitFor(() => expect(visited).toEqual(['/in']))
  const trusting = { type: 'totp', code: 'attempt', trust_device: true }
  expect(sent(route).map(({ body }) => body)).toEqual([
    { ...trusting, totp: '000000' },
    { ...trusting, totp: '123456' },
  ])
  expect(document.cookie).toContain(`${cookie}=the-token`)
})

test('no device is trusted unless the person says so', async () => {
  const { sent, visited } = open([{ body: signedIn() }])
  await question()
  await userEvent.type(await field(), '123456')
  await waitFor(() => expect(visited).toEqual(['/in']))
  expect(sent(route)[0]!.body).not.toHaveProperty('trust_device')
  expect(document.cookie).not.toContain(cookie)
})

test('a recovery code trusts no device, so that is not asked', async () => {
  open()
  await userEvent.click(await question())
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await screen.findByLabelText('Recovery code')
  expect(screen.queryByRole('checkbox')).toBe(null)
})

test.each([
  ['forbids it', false],
  ['is on a server that does not know it', undefined],
])('a project that %s does not ask', async (_, trusted_devices_allowed) => {
  open(undefined, { config: { trusted_devices_allowed } as never })
  await field()
  await screen.findByText('Fieldnotes')
  expect(screen.queryByRole('checkbox')).toBe(null)
})
