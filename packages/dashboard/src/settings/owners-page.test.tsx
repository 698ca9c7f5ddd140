import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import { describeRole } from './owner-roles.ts'
import OwnersPage from './owners-page.tsx'

const open = (owner_role: 'owner' | 'support') =>
  openPage({
    route: 'settings/owners',
    Page: OwnersPage,
    project: { owner_role, owner_team_id: 't1' },
    answers: {
      'GET /internal/owners': () => ({
        items: [
          {
            user_id: 'owner',
            display_name: 'Ada',
            primary_email: 'ada@example.com',
            role: owner_role,
            joined_at_millis: 1,
          },
          { user_id: '2', display_name: 'Grace', primary_email: null, role: 'owner', joined_at_millis: 2 },
        ],
        is_paginated: false,
      }),
      'GET /internal/owner-invitations': () => ({
        items: [{ id: 'i1', recipient_email: 'lin@example.com', role: 'viewer', expires_at_millis: 9e12 }],
        is_paginated: false,
      }),
      'GET /internal/projects': () => ({ items: [], is_paginated: false }),
      'PATCH /internal/owners/2': () => ({ success: true }),
    },
  })

test('changes a role in a dialog that says what each role can and cannot do', async () => {
  const { requests } = await open('owner')
  await userEvent.click(await screen.findByRole('button', { name: 'More for Grace' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Change role' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Role of Grace' }))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Owner/ }).checked).toBe(true)
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change role' }).disabled).toBe(true)
  await userEvent.click(dialog.getByRole('radio', { name: /^Support/, description: describeRole('support') }))
  await userEvent.click(dialog.getByRole('button', { name: 'Change role' }))
  await screen.findByText('Grace now has the Support role.')
  expect(requests).toContain('PATCH /internal/owners/2 {"role":"support"}')
})

test('describes every role in the invitation, and the role in the list', async () => {
  await open('owner')
  await userEvent.click(await screen.findByRole('button', { name: 'Viewer' }))
  await screen.findByText(describeRole('viewer'), { selector: '.owners-role' })
  await userEvent.click(screen.getByRole('button', { name: 'Invite owner' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite owner' }))
  for (const radio of dialog.getAllByRole('radio')) expect(radio.getAttribute('aria-describedby')).toBeTruthy()
  dialog.getByText(describeRole('developer'))
})

test('offers other roles only to leave, and names an owner to ask', async () => {
  await open('support')
  await screen.findByText(/This needs the role owner\. Ask Grace\./)
  expect(screen.queryByRole('button', { name: /Invite owner|Revoke|More for Grace/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'More for Ada' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Leave project'])
})
