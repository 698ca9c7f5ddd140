import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import DomainsPage from '../domains/domains-page.tsx'
import SettingsPage from '../settings/general-page.tsx'
import { openPage } from '../testing/open-page.tsx'

const grace = { type: 'owner', id: 'grace', name: 'Grace Hopper' }
const conflictOf = (path: string, mine: unknown, theirs?: unknown) => ({
  path,
  name: null,
  mine,
  theirs,
  changed_at_millis: Date.now() - 120_000,
  actor: grace,
})
const refused = (...conflicts: ReturnType<typeof conflictOf>[]) => {
  const code = 'SAVE_CONFLICT'
  const body = { code, error: 'Nothing was saved.', details: { revision: 9, conflicts } }
  return Response.json(body, { status: 409, headers: { 'x-stack-known-error': code } })
}

const project = {
  display_name: 'Fieldnotes',
  description: '',
  owner_role: 'owner' as const,
  config: { domains: [], oauth_providers: [], email_config: { type: 'shared' } } as never,
}

async function openSettings() {
  const saves: { revision: string | null; resolved: string | null; theirs: string | null; body: unknown }[] = []
  await openPage({
    route: 'settings',
    Page: SettingsPage,
    project: { ...project, revision: 7 },
    answers: {
      'GET /internal/projects': () => ({ items: [], is_paginated: false }),
      'GET /internal/owners': () => ({ items: [], is_paginated: false }),
      'GET /internal/owner-invitations': () => ({ items: [], is_paginated: false }),
      'PATCH /internal/projects/current': ({ headers, body }) => {
        const header = (name: string) => headers.get(`x-stack-${name}`)
        const [revision, resolved, theirs] = [header('revision'), header('resolved-revision'), header('keep-theirs')]
        saves.push({ revision, resolved, theirs, body })
        if (resolved) return { ...project, revision: 10 }
        return refused(conflictOf('display_name', 'Mine', 'Theirs'), conflictOf('description', 'My text', 'Their text'))
      },
    },
  })
  await userEvent.clear(await screen.findByLabelText('Name'))
  await userEvent.type(screen.getByLabelText('Name'), 'Mine')
  await userEvent.type(screen.getByLabelText('Description'), 'My text')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  return { saves, dialog: within(await screen.findByRole('dialog', { name: /Someone else changed these/ })) }
}

test('a conflict tells who changed what when, and saves the chosen values', async () => {
  const { saves, dialog } = await openSettings()
  expect(dialog.getAllByText(/Grace Hopper/)[0]!.parentElement!.textContent).toMatch(/changed it 2 min/)
  const name = within(dialog.getByRole('group', { name: 'Name' }))
  expect(name.getByLabelText(/Theirs/).closest('label')!.textContent).toContain('Theirs')
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.disabled).toBe(true)
  await userEvent.click(name.getByLabelText(/Theirs/))
  await userEvent.click(within(dialog.getByRole('group', { name: 'Description' })).getByLabelText(/Mine/))
  await userEvent.click(save)
  expect(await screen.findByText('The settings were saved.')).toBeTruthy()
  expect(saves).toMatchObject([
    { revision: '7', resolved: null },
    { revision: '7', resolved: '9', theirs: 'display_name', body: { display_name: 'Mine', description: 'My text' } },
  ])
})

test('going back to editing saves nothing and loses nothing', async () => {
  const { saves, dialog } = await openSettings()
  await userEvent.click(dialog.getByRole('button', { name: 'Keep editing' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
  expect(screen.getByRole('button', { name: 'Save changes' })).toBeTruthy()
  expect(saves).toHaveLength(1)
})

test('a domain that the server refuses is explained at its field, with the dialog open', async () => {
  await openPage({
    route: 'domains',
    Page: DomainsPage,
    project,
    answers: {
      'GET /internal/config': () => ({
        config_string: JSON.stringify({ domains: { trustedDomains: {} } }),
        revision: 1,
      }),
      'PATCH /internal/config/override': () =>
        new Response('[WARNING] domains.trustedDomains.domain_988a.baseUrl: must be an http or https URL', {
          status: 400,
        }),
    },
  })
  await userEvent.click((await screen.findAllByRole('button', { name: 'Add domain' }))[0]!)
  await userEvent.type(await screen.findByLabelText('Domain'), 'https://exa mple.com')
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.clear(dialog.getByLabelText('Domain'))
  await userEvent.type(dialog.getByLabelText('Domain'), 'https://*.*')
  await userEvent.click(dialog.getByRole('button', { name: 'Add domain' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This must be an http or https URL.')
  expect(dialog.getByLabelText<HTMLInputElement>('Domain').value).toBe('https://*.*')
})
