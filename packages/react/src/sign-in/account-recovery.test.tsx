import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderApp } from '../testing/wire.test.tsx'
import { CredentialSignUp } from './components.tsx'

const resetRoute = 'POST /auth/password/send-reset-code'

async function signUp() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
}

test('sign-up with an existing email offers a recovery link in one click', async () => {
  const { sent } = renderApp(<CredentialSignUp noPasswordRepeat />, {
    respond: ({ route }) => {
      if (route === 'POST /auth/password/sign-up') return { error: 'USER_EMAIL_ALREADY_EXISTS' }
      return route === resetRoute ? { body: { success: 'sent' } } : undefined
    },
  })
  await signUp()
  const email = screen.getByLabelText('Email')
  await userEvent.click(await screen.findByRole('button', { name: 'Email me a link' }))
  await screen.findByText('Sent. Check your inbox.')
  expect(screen.queryByText('This email is already in use.')).toBe(null)
  expect(email.getAttribute('aria-invalid')).toBe(null)
  expect(sent(resetRoute).map(({ body }) => body)).toMatchObject([{ email: 'ada@example.com' }])
})

test('other errors do not offer the recovery link', async () => {
  renderApp(<CredentialSignUp noPasswordRepeat />, {
    respond: ({ route }) =>
      route === 'POST /auth/password/sign-up' ? { error: 'PASSWORD_REQUIREMENTS_NOT_MET' } : undefined,
  })
  await signUp()
  await screen.findByText('This password is too easy to guess. Choose another one.')
  expect(screen.queryByRole('button', { name: 'Email me a link' })).toBe(null)
})
