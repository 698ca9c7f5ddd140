import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { HoverCard } from './hover-card.tsx'

afterEach(cleanup)

function show(opensOnTap?: boolean) {
  render(
    <>
      <HoverCard label="Ada" opensOnTap={opensOnTap} card={() => <button type="button">Copy ID</button>}>
        <a href="#ada">Ada</a>
      </HoverCard>
      <a href="#next">Next</a>
    </>,
  )
  return screen.getByRole('link', { name: 'Ada' })
}

const findCard = () => screen.findByRole('dialog', { name: 'Ada' }, { timeout: 20_000 })
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 20_000 })

test('opens on hover and stays while the pointer is on the card', async () => {
  const link = show()
  await userEvent.hover(link)
  await userEvent.hover(await findCard())
  expect(await findCard()).toBeTruthy()
  await userEvent.unhover(await findCard())
  await expectClosed()
})

test('opens on keyboard focus, is entered by arrow down and closes by Escape', async () => {
  const link = show()
  await userEvent.tab()
  await findCard()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy ID' }))
  await userEvent.keyboard('{Escape}')
  await expectClosed()
  expect(document.activeElement).toBe(link)
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Next' }))
})

const tap = (element: HTMLElement) =>
  fireEvent(
    element,
    Object.assign(new MouseEvent('click', { bubbles: true, cancelable: true }), { pointerType: 'touch' }),
  )

test('opens on a tap, and a second tap follows the link', async () => {
  const link = show()
  expect(tap(link)).toBe(false)
  await findCard()
  expect(tap(link)).toBe(true)
})

test('leaves taps on the link of a row alone', async () => {
  expect(tap(show(false))).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})
