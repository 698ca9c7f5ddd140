import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import BrandingPage from './branding-page.tsx'

const config = {
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: true,
  passkey_enabled: false,
  oauth_providers: [{ id: 'github' }],
}

const open = async (branding: object) => {
  const { requests } = await openPage({
    route: 'branding',
    Page: BrandingPage,
    project: { config, branding, logo_url: null, owner_role: 'owner' } as never,
    answers: { 'PATCH /internal/projects/current': () => ({ revision: 2 }) },
  })
  return { requests, user: userEvent.setup(), color: await screen.findByLabelText<HTMLInputElement>('Brand color') }
}

const change = async (user: ReturnType<typeof userEvent.setup>, field: HTMLElement, text: string) => {
  await user.clear(field)
  await user.type(field, text)
}

test('saves name and brand color in one request, the color as it was typed', async () => {
  const { requests, user, color } = await open({ radius: 4 })
  await change(user, color, '#ffee00')
  await change(user, screen.getByLabelText('Name'), 'Field notes')
  await user.tab()
  expect(color.value).toBe('#ffee00')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1))
  const sent = requests.find((request) => request.startsWith('PATCH'))!
  expect(JSON.parse(sent.slice(sent.indexOf('{')))).toMatchObject({
    display_name: 'Field notes',
    branding: { radius: 4, brand: '#ffee00', light: { primary: '#998f00' }, dark: { primary: '#ffee00' } },
  })
})

test('shows both steps of a sign-in page that asks for the email first', async () => {
  const { user } = await open({ flow: 'identifier' })
  expect(await screen.findByRole('button', { name: 'Continue', hidden: true })).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Previewed step'), 'Sign-in methods')
  expect(await screen.findByRole('button', { name: 'Sign in with GitHub', hidden: true })).toBeTruthy()
})

test('opens the single colors if one of them has a warning', async () => {
  const { color } = await open({ light: { background: '#222222' } })
  expect(color).toBeTruthy()
  expect(screen.getByText(/Text in fields is hard to read/).closest('details')!.open).toBe(true)
})
