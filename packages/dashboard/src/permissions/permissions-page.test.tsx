import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import PermissionsPage from './permissions-page.tsx'
import { parsePermissionSearch } from './scope.ts'

const define = (id: string, ...contained_permission_ids: string[]) => ({ id, contained_permission_ids })
const definitions = [
  define('$invite_members'),
  define('$read_members'),
  define('boss', 'editor', 'close_books'),
  define('close_books'),
  define('editor', 'read_reports', '$read_members'),
  define('read_reports'),
]

const open = (owner_role: 'owner' | 'viewer' = 'owner', listed = definitions) =>
  openPage({
    route: 'permissions',
    Page: PermissionsPage,
    validateSearch: parsePermissionSearch,
    project: {
      owner_role,
      config: {
        team_creator_default_permissions: [{ id: 'boss' }],
        team_member_default_permissions: [{ id: 'editor' }, { id: 'read_reports' }],
        user_default_permissions: [],
      },
    } as never,
    answers: {
      'GET /team-permission-definitions': () => ({ items: listed, is_paginated: false }),
      'GET /project-permission-definitions': () => ({ items: [], is_paginated: false }),
      'GET /internal/permission-usage': () => ({
        items: listed.map(({ id }, index) => ({ id, holder_count: index * 1000 })),
        is_paginated: false,
      }),
      'GET /internal/permission-holders': () => ({ items: [], is_paginated: true, pagination: { next_cursor: null } }),
      'GET /internal/config/override': () => ({ config_override_string: '{}', revision: 1 }),
      'DELETE /team-permission-definitions/read_reports': () => ({ success: true }),
      'GET /internal/owners': () => ({
        items: [
          { user_id: '1', display_name: 'Ada', role: 'viewer' },
          { user_id: '2', display_name: 'Grace', role: 'developer' },
          { user_id: '3', display_name: null, primary_email: 'lin@example.com', role: 'owner' },
        ],
        is_paginated: false,
      }),
    },
  })

const idsIn = async (label: string) =>
  (await within(await screen.findByRole('group', { name: label })).findAllByRole('row'))
    .slice(1)
    .map((row) => row.querySelector('code')!.textContent)

test('lists roles above permissions, own before built-in, with the number of holders', async () => {
  const { requests } = await open()
  expect(await idsIn('Roles')).toEqual(['boss', 'editor'])
  expect(await idsIn('Permissions')).toEqual(['close_books', 'read_reports', '$invite_members', '$read_members'])
  const roles = within(screen.getByRole('group', { name: 'Roles' }))
  await roles.findByRole('cell', { name: '2,000' })
  await roles.findByRole('cell', { name: '4,000' })
  expect(requests.filter((request) => request.includes('permission-usage'))).toHaveLength(1)
})

test('tells in the matrix what a role includes directly, through another one and not at all', async () => {
  await open()
  const matrix = within(await screen.findByRole('group', { name: 'Permissions of each role' }))
  expect(matrix.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Permission', 'boss', 'editor'])
  const rows = matrix.getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['editor', 'Included directly', 'The role itself'],
    ['close_books', 'Included directly', 'Not included'],
    ['read_reports', 'Included through editor', 'Included directly'],
    ['$invite_members', 'Not included', 'Not included'],
    ['$read_members', 'Included through editor', 'Included directly'],
  ])
})

test('says who uses a permission before it is deleted', async () => {
  const { requests } = await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Delete read_reports' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(
    'In use: 5,000 members have this permission and will lose it. It will be removed from editor. It will no longer be granted to new members. This cannot be undone.',
  )
  await userEvent.type(dialog.getByRole('textbox'), 'read_reports')
  await userEvent.click(dialog.getByRole('button', { name: 'Delete permission' }))
  await screen.findByText('read_reports was deleted.')
  expect(requests.filter((request) => request.startsWith('DELETE'))).toHaveLength(1)
})

test('finds a permission to contain by typing, and keeps what is checked', async () => {
  await open(
    'owner',
    Array.from({ length: 12 }, (_, index) => define(`area_${index}`)),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Create permission' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'area_3' }))
  await userEvent.type(dialog.getByRole('searchbox'), 'AREA_11{Enter}')
  expect(dialog.getAllByRole('checkbox').map((box) => box.closest('label')!.textContent)).toEqual(['area_11'])
  dialog.getByText('Contains (1 selected)')
  await userEvent.type(dialog.getByRole('searchbox'), 'x')
  dialog.getByText('No permission matches “AREA_11x”.')
  await userEvent.clear(dialog.getByRole('searchbox'))
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'area_3' }).checked).toBe(true)
})

test('lets a viewer read everything, and names whom to ask for changes', async () => {
  await open('viewer')
  await screen.findByText(/Your role in this project is viewer\..* Ask Grace or lin@example\.com\./)
  expect(screen.queryByRole('button', { name: /Create|Edit|Delete/ })).toBeNull()
  for (const box of await screen.findAllByRole('checkbox')) expect(box.matches(':disabled')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Who has boss' }))
  await screen.findByText('No one has this permission')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('tab', { name: 'In the project' }))
  await screen.findByText('No permissions yet')
})
