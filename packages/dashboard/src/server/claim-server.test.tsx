import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import { ClaimServer } from './claim-server.tsx'

const open = (state: object, answers = {}) =>
  openPage({
    route: 'server',
    Page: ClaimServer,
    answers: {
      'GET /internal/first-owner': () => ({ has_owner: true, is_claimed: false, needs_setup_code: false, ...state }),
      'GET /internal/projects': () => ({ items: [] }),
      'POST /internal/first-owner/claim': () => ({ success: true }),
      ...answers,
    },
  })

test('lets an account become the owner of a server that has none', async () => {
  const { requests } = await open({})
  await userEvent.click(await screen.findByRole('button', { name: 'Become the owner' }))
  expect(requests).toContain('POST /internal/first-owner/claim {}')
})

test('asks for the setup code where it is needed', async () => {
  const { requests } = await open({ needs_setup_code: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Become the owner' }))
  expect(await screen.findByText('Enter the setup code.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Setup code'), ' the-code ')
  await userEvent.click(screen.getByRole('button', { name: 'Become the owner' }))
  expect(requests).toContain('POST /internal/first-owner/claim {"setup_code":"the-code"}')
})

test('asks somebody who has only been invited to the projects of others for the setup code', async () => {
  await open({}, { 'GET /internal/projects': () => ({ items: [{ id: 'p2', owner_role: 'viewer' }] }) })
  expect(await screen.findByLabelText('Setup code')).toBeTruthy()
})

test('says who can open the page if the server has owners', async () => {
  await open({ is_claimed: true })
  expect(await screen.findByText(/Ask one of them to invite you/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
