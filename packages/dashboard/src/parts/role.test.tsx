import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import DataVaultPage from '../data-vault/data-vault-page.tsx'
import { HistoryDialog } from '../emails/history-dialog.tsx'
import { openPage } from '../testing/open-page.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { SelectField, SwitchField, TextField } from '../ui/field.tsx'
import { Reading } from '../ui/lock.tsx'
import { Paging } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { LockedPage } from './role.tsx'

const viewer = { owner_role: 'viewer' } as const
const owners = { 'GET /internal/owners': () => ({ items: [] }) }
const reason = 'Your role does not include this change.'

test('a role that may only view copies and picks what is shown, and changes nothing', async () => {
  const stores = ['notes', 'tokens'].map((id) => ({ id, display_name: id, value_count: 3, has_more: false }))
  const answers = { ...owners, 'GET /internal/data-vault/stores': () => ({ stores, revision: 1 }) }
  await openPage({ route: 'data-vault', Page: DataVaultPage, project: viewer, answers })
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))
  await userEvent.click(await screen.findByRole('button', { name: 'Copy ID notes' }))
  expect(await screen.findByRole('button', { name: 'ID notes copied' })).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Store'), 'tokens')
  expect(screen.getByRole('region', { name: 'Node.js' }).textContent).toContain('tokens')
  for (const name of ['Create store', 'Rename notes', 'Delete notes']) {
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    expect([button.disabled, button.title]).toEqual([true, reason])
  }
  expect(screen.getByText(/You can view this but not change it/)).toBeTruthy()
})

function Example() {
  return (
    <LockedPage changes="settings" title="Example">
      <TextField label="Name" defaultValue="x" />
      <SelectField label="Language" options={{ en: 'English' }} />
      <SwitchField label="On" onChange={() => {}} />
      <Tabs
        label="Parts"
        value="a"
        onChange={picked}
        tabs={[
          { value: 'a', label: 'A', content: 'first' },
          { value: 'b', label: 'B', content: 'second' },
        ]}
      />
      <Paging count={1} nouns={['row', 'rows']} onNext={turned} />
      <Reading>
        <DialogButton dialog={(close) => <HistoryDialog sourceId="s1" onRestore={turned} onClose={close} />}>
          History
        </DialogButton>
      </Reading>
    </LockedPage>
  )
}
const picked = vi.fn()
const turned = vi.fn()

test('forms are locked, while tabs, pages and a history are read', async () => {
  const versions = [{ id: 'v1', replaced_at_millis: 1 }]
  const answers = {
    ...owners,
    'GET /internal/email-sources/s1/versions': () => ({ versions }),
    'GET /internal/email-sources/s1/versions/v1': () => ({ document: { subject: 'Hi', blocks: [] }, tsx_source: '' }),
  }
  await openPage({ route: 'example', Page: Example, project: viewer, answers })
  for (const field of [screen.getByLabelText('Name'), screen.getByLabelText('Language'), screen.getByRole('switch')])
    expect((field as HTMLInputElement).disabled).toBe(true)
  await userEvent.click(screen.getByRole('tab', { name: 'B' }))
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(picked).toHaveBeenCalledWith('b')
  expect(turned).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'History' }))
  const dialog = within(await screen.findByRole('dialog', { hidden: true }))
  await userEvent.click(await dialog.findByText('Show'))
  const restore = await dialog.findByText('Restore this version')
  expect((restore.closest('button') as HTMLButtonElement).disabled).toBe(true)
  await userEvent.click(dialog.getByText('Close'))
  expect(screen.queryByRole('dialog', { hidden: true })).toBe(null)
})

test('a role that may change the page has no lock', async () => {
  await openPage({ route: 'example', Page: Example, project: { owner_role: 'developer' }, answers: owners })
  expect(screen.getByLabelText<HTMLInputElement>('Name').disabled).toBe(false)
  expect(screen.queryByText(/You can view this/)).toBe(null)
})
