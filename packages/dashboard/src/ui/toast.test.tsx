import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Toasts, toast } from './toast.tsx'

beforeEach(() => {
  // jsdom does not open dialogs.
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
})

afterEach(cleanup)

test('a toast is above an open dialog, and back on the page when it closes', () => {
  const page = (isOpen: boolean) => (
    <>
      {isOpen && <Dialog title="Invite" onClose={() => {}} />}
      <Toasts />
    </>
  )
  const { rerender } = render(page(true))
  act(() => toast('Could not reach the server.'))
  // Browsers cover and disable everything outside of a modal dialog.
  expect(screen.getByText('Could not reach the server.').closest('dialog')).toBe(screen.getByRole('dialog'))
  rerender(page(false))
  expect(screen.getByText('Could not reach the server.').closest('dialog')).toBeNull()
})
