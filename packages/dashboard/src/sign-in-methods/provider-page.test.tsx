import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import ProviderPage from './provider-page.tsx'

const config = {
  oauth_providers: [],
  domains: [],
  allow_localhost: true,
  email_config: { type: 'shared' },
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  sign_up_enabled: true,
}

const open = (id: string) =>
  openPage({
    route: 'sign-in-methods/$providerId',
    url: `sign-in-methods/${id}`,
    Page: ProviderPage,
    project: { config } as never,
    answers: {
      'PATCH /internal/config/override': () => ({}),
      'PATCH /internal/projects/current': () => ({}),
    },
  })

test('asks for the keys of a provider before it saves them', async () => {
  const { requests } = await open('microsoft')
  await userEvent.click(await screen.findByRole('radio', { name: /Your own keys/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Turn on Microsoft' }))
  expect(screen.getAllByText('Copy this value from the provider.')).toHaveLength(2)
  expect(requests).toEqual([])
  await userEvent.type(screen.getByLabelText('3. Client ID'), ' client ')
  await userEvent.type(screen.getByLabelText('4. Client secret'), 'secret')
  await userEvent.type(screen.getByLabelText('Tenant ID (optional)'), 'tenant{Enter}')
  expect(await screen.findByText('Microsoft is on.')).toBeTruthy()
  const [request = ''] = requests
  const { config_override_string } = JSON.parse(request.slice(request.indexOf('{')))
  expect(JSON.parse(config_override_string)).toEqual({
    'auth.oauth.providers.microsoft': {
      type: 'microsoft',
      isShared: false,
      allowSignIn: true,
      allowConnectedAccounts: true,
      clientId: 'client',
      clientSecret: 'secret',
      microsoftTenantId: 'tenant',
    },
  })
})

test('saves shared keys without asking for any', async () => {
  const { requests } = await open('github')
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on GitHub' }))
  expect(await screen.findByText('GitHub is on.')).toBeTruthy()
  expect(requests).toHaveLength(1)
  expect(requests[0]).toContain('\\"isShared\\":true')
  expect(requests[0]).not.toContain('clientSecret')
})

test('shows a page with rules for each method', async () => {
  const { requests } = await open('passkey')
  expect(await screen.findByText('Trusted HTTPS domains and localhost')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'add a domain with HTTPS' }).getAttribute('href')).toBe(
    '/projects/p1/domains',
  )
  await userEvent.click(screen.getByRole('switch', { name: 'Users can sign in with a passkey' }))
  expect(await screen.findByText('Passkey is on.')).toBeTruthy()
  expect(requests).toEqual(['PATCH /internal/projects/current {"config":{"passkey_enabled":true}}'])
})

test('says that there is no such provider', async () => {
  await open('nope')
  expect(await screen.findByRole('heading', { name: 'Provider not found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All sign-in methods' })).toBeTruthy()
})

const own = { id: 'github', type: 'standard', client_id: 'old', client_secret: 'old-secret' }

/** The server's answer to the first save of the page, and what the page sends after the decision. */
async function openWithConflict(id: string, route: string, conflicts: object[]) {
  const decisions: (string | null)[] = []
  const refused = { code: 'SAVE_CONFLICT', error: 'Nothing was saved.', details: { revision: 9, conflicts } }
  await openPage({
    route: 'sign-in-methods/$providerId',
    url: `sign-in-methods/${id}`,
    Page: ProviderPage,
    project: { config: { ...config, oauth_providers: [own] } } as never,
    answers: {
      [route]: ({ headers }) => {
        if (!headers.get('x-stack-resolved-revision')) {
          return Response.json(refused, { status: 409, headers: { 'x-stack-known-error': refused.code } })
        }
        decisions.push(headers.get('x-stack-keep-theirs'))
        return { revision: 10 }
      },
    },
  })
  return decisions
}

const byGrace = {
  name: null,
  changed_at_millis: Date.now(),
  actor: { type: 'owner', id: 'grace', name: 'Grace Hopper' },
}

test('two owners who change the keys of a provider decide field by field', async () => {
  const path = 'auth.oauth.providers.github'
  const decisions = await openWithConflict('github', 'PATCH /internal/config/override', [
    { ...byGrace, path: `${path}.clientId`, mine: 'mine', theirs: 'theirs' },
    { ...byGrace, path: `${path}.clientSecret`, mine: '(secret)', theirs: '(secret)' },
  ])
  await userEvent.type(await screen.findByLabelText('3. Client ID'), '-mine')
  await userEvent.type(screen.getByLabelText('4. Client secret'), '-mine{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: /Someone else changed these/ }))
  const clientId = within(dialog.getByRole('group', { name: 'Sign-in provider GitHub: client ID' }))
  expect(clientId.getByText(/Grace Hopper/)).toBeTruthy()
  await userEvent.click(clientId.getByLabelText(/Theirs/))
  const secret = within(dialog.getByRole('group', { name: 'Sign-in provider GitHub: client secret' }))
  expect(secret.getAllByText('A secret, which is not shown')).toHaveLength(2)
  await userEvent.click(secret.getByLabelText(/Mine/))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('GitHub was saved.')).toBeTruthy()
  expect(decisions).toEqual([`${path}.clientId`])
})

test('a provider that was switched to shared keys meanwhile is shown with all its fields, in words', async () => {
  const path = 'auth.oauth.providers.github'
  const decisions = await openWithConflict('github', 'PATCH /internal/config/override', [
    { ...byGrace, path, mine: { isShared: false, clientId: 'mine' }, theirs: { isShared: true } },
  ])
  await userEvent.type(await screen.findByLabelText('3. Client ID'), '-mine{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: /Someone else changed this/ }))
  const provider = within(dialog.getByRole('group', { name: 'Sign-in provider GitHub' }))
  expect(provider.getByLabelText(/Mine/).closest('label')!.textContent).toContain('shared keys: Off\nclient ID: mine')
  expect(provider.getByLabelText(/Theirs/).closest('label')!.textContent).toContain('shared keys: On')
  await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('3. Client ID').value).toBe('old-mine')
  expect(decisions).toEqual([])
})

test('a sign-in method that another owner has switched asks which state to keep', async () => {
  const decisions = await openWithConflict('passkey', 'PATCH /internal/projects/current', [
    { ...byGrace, path: 'auth.passkey.allowSignIn', mine: true, theirs: false },
  ])
  await userEvent.click(await screen.findByRole('switch', { name: 'Users can sign in with a passkey' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Someone else changed this/ }))
  await userEvent.click(within(dialog.getByRole('group', { name: 'Passkey sign-in' })).getByLabelText(/Theirs/))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Their changes were kept.')).toBeTruthy()
  expect(decisions).toEqual(['auth.passkey.allowSignIn'])
})
