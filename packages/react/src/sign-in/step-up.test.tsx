import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { AccountSettings } from '../account-settings/account-settings.tsx'
import { cancelled, passkey, passkeyOptions, startAuthenticator } from '../testing/passkeys.test.tsx'
import { type Answer, renderApp } from '../testing/wire.test.tsx'

const prove = 'POST /auth/step-up'

beforeAll(() => {
  const { prototype } = HTMLDialogElement
  // jsdom has no modal dialogs.
  prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

/** Turns off the second factor in a session whose proof is too old. */
async function openQuestion(methods: string[], answers: Record<string, Answer[]> = {}) {
  let isProven = false
  const view = renderApp(<AccountSettings fullPage />, {
    isSignedIn: true,
    at: '/handler/account-settings#auth',
    user: { requires_totp_mfa: true },
    respond({ route }) {
      const answer = answers[route]?.shift()
      if (answer) return answer
      if (route === 'PATCH /users/me' && !isProven) {
        return { error: 'STEP_UP_REQUIRED', status: 403, details: { max_age_seconds: 600, methods } }
      }
      if (route === prove) {
        isProven = true
        return { body: { access_token: 'not read' } }
      }
      return passkeyOptions(route)
    },
  })
  const section = within(await screen.findByRole('region', { name: 'Two-factor authentication' }))
  await userEvent.click(section.getByRole('button', { name: 'Turn off' }))
  await userEvent.click(section.getByRole('button', { name: 'Yes, turn it off' }))
  const dialog = await screen.findByRole('dialog', { name: "Confirm it's you" })
  return { ...view, section, dialog: within(dialog) }
}

const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('a change that needs a recent proof asks in a dialog and then continues', () => {
  test('with the password, and reports a wrong one below the field', async () => {
    const wrong = { error: 'PASSWORD_CONFIRMATION_MISMATCH' }
    const { dialog, sent } = await openQuestion(['password', 'email_code'], { [prove]: [wrong] })
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(dialog.getByText('Enter your password.')).toBeTruthy()
    const field = dialog.getByLabelText('Password')
    await userEvent.type(field, 'my password{Enter}')
    expect(await dialog.findByText("This isn't your current password.")).toBeTruthy()
    expect((field as HTMLInputElement).value).toBe('my password')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    await isClosed()
    expect(sent(prove).at(-1)!.body).toEqual({ type: 'password', password: 'my password' })
    await waitFor(() => expect(sent('PATCH /users/me')).toHaveLength(2))
  })

  test('with a code by email', async () => {
    const send = 'POST /auth/step-up/send-code'
    const { dialog, sent } = await openQuestion(['password', 'email_code'], {
      [send]: [{ body: { nonce: 'n'.repeat(39) } }],
      [prove]: [{ error: 'VERIFICATION_CODE_NOT_FOUND', status: 404 }],
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Use an email code' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send me a code' }))
    expect(await dialog.findByText('We sent a code to ada@example.com.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Code'), 'aaaaaa')
    expect(await dialog.findByText('Wrong code. Check the most recent email.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Code'), 'abc123')
    await isClosed()
    expect(sent(prove).at(-1)!.body).toEqual({ type: 'email_code', code: `ABC123${'n'.repeat(39)}` })
  })

  test('with the code of the authenticator app', async () => {
    const { dialog, sent } = await openQuestion(['totp'], { [prove]: [{ error: 'INVALID_TOTP_CODE' }] })
    await userEvent.type(dialog.getByLabelText('Code'), '111111')
    expect(await dialog.findByText('Wrong code. Enter the one your app shows now.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Code'), '123456')
    await isClosed()
    expect(sent(prove).at(-1)!.body).toEqual({ type: 'totp', totp: '123456' })
  })

  test('with a passkey', async () => {
    startAuthenticator({ get: cancelled })
    const { dialog, sent } = await openQuestion(['passkey'])
    await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }))
    expect(await dialog.findByText('No passkey was used.')).toBeTruthy()
    startAuthenticator({ get: passkey })
    await userEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }))
    await isClosed()
    expect(sent(prove)).toHaveLength(1)
  })
})

test('cancelling changes nothing and shows a message', async () => {
  const { dialog, sent } = await openQuestion(['password'])
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await isClosed()
  const said = await screen.findByRole('alert')
  expect(said.textContent).toContain('Nothing was changed')
  expect(sent('PATCH /users/me')).toHaveLength(1)
})

test('users without a method to prove their identity sign in again', async () => {
  const { dialog, visited } = await openQuestion([])
  expect(dialog.getByText('Sign in again to continue.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Sign in again' }))
  await waitFor(() => expect(visited.at(-1)).toContain('/handler/sign-in'))
})
