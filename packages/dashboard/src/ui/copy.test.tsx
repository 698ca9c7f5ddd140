import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { CodeBlock } from './code-block.tsx'
import { CopyableId } from './copy.tsx'
import { copyId } from './copy-text.ts'
import { Toasts } from './toast.tsx'
import { TooltipProvider } from './tooltip.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('says that a page without HTTPS cannot copy, and does not take the text for copied', async () => {
  const onCopied = vi.fn()
  render(
    <TooltipProvider>
      <CopyableId id="user-1" name="user ID" />
      <CodeBlock title=".env" code="SECRET=1" onCopied={onCopied} />
      <Toasts />
    </TooltipProvider>,
  )
  const user = userEvent.setup()
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }))
  await user.click(screen.getByRole('button', { name: 'Copy .env' }))
  await user.click(screen.getByRole('button', { name: 'Copy user ID' }))
  expect(await screen.findAllByText('Copying is not available here. Select the text and copy it.')).toHaveLength(2)
  expect(onCopied).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: /copied/ })).toBeNull()
  await copyId('team-1', 'team ID')
  expect(await screen.findByText('Copying is not available here. The team ID is team-1.')).toBeTruthy()
})
