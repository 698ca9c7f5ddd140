import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderApp } from '../testing/wire.test.tsx'
import { CredentialSignUp } from './components.tsx'
import { adviseOn } from './password-advice.ts'

test.each([
  ['', undefined],
  ['horse', 'Add a few more characters.'],
  ['Password1', 'This one is in every list of leaked passwords.'],
  ['AdaLove!2024', "Don't use your email address in it."],
  ['abcdefgh1234', 'Avoid repeats and sequences like 1234.'],
  ['zzzzzzzzzzzz', 'Avoid repeats and sequences like 1234.'],
  ['wry-otter', 'One more word would make it stronger.'],
  ['wry otter plays', 'Strong password.'],
])('%s: %s', (password, text) => {
  expect(adviseOn(password, 'AdaLove@example.com')?.text).toBe(text)
})

test('a short name in the email is no reason to complain', () => {
  expect(adviseOn('wry otter plays', 'ott@example.com')?.isGood).toBe(true)
})

test('the advice is announced below the field while typing, and blocks nothing', async () => {
  const { sent } = renderApp(<CredentialSignUp noPasswordRepeat />)
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com')
  const field = screen.getByLabelText('Password')
  const note = () => document.getElementById(field.getAttribute('aria-describedby')!)!
  expect(note().textContent).toBe('Use at least 8 characters.')
  expect(note().getAttribute('aria-live')).toBe('polite')
  const type = async (text: string, advice: string) => {
    await userEvent.clear(field)
    await userEvent.type(field, text)
    await waitFor(() => expect(note().textContent).toBe(advice))
  }
  await type('wry', 'Add a few more characters.')
  await type('wry otter plays', 'Strong password.')
  expect(note().dataset.kind).toBe('success')
  await type('password', 'This one is in every list of leaked passwords.')
  expect(note().dataset.kind).toBe(undefined)
  expect(field.getAttribute('aria-invalid')).toBe(null)
  // The server decides.
  await userEvent.type(field, '{Enter}')
  await waitFor(() => expect(sent('POST /auth/password/sign-up')).toHaveLength(1))
})
