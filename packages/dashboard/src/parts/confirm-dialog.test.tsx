import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toasts } from '../ui/toast.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

beforeEach(() => {
  // jsdom does not open dialogs.
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
  vi.stubGlobal('fetch', async () => new Response())
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Delete' }))

function show(run: () => Promise<unknown>, name?: string) {
  const onClose = vi.fn()
  render(
    <>
      <ConfirmDialog title="Delete?" description="Ada" action="Delete" name={name} run={run} onClose={onClose} />
      <Toasts />
    </>,
  )
  return onClose
}

test('stays open and says why if the action fails, and closes when it succeeds', async () => {
  const run = vi.fn().mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(undefined)
  const onClose = show(run)
  await confirm()
  expect(await screen.findByText(/Could not reach the server/)).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await confirm()
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(run).toHaveBeenCalledTimes(2)
})

test('needs the name of what cannot be restored', async () => {
  const run = vi.fn(async () => undefined)
  show(run, 'Fieldnotes')
  await confirm()
  expect(run).not.toHaveBeenCalled()
  await userEvent.type(screen.getByRole('textbox'), 'Fieldnotes')
  await confirm()
  expect(run).toHaveBeenCalledOnce()
})
