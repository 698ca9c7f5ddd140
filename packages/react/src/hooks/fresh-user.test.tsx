import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Component, type ReactNode, Suspense, useState } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '../testing/wire.test.tsx'
import { useUser } from './use-app.ts'

const check = 'POST /auth/step-up/check'
const prove = 'POST /auth/step-up'

beforeAll(() => {
  const { prototype } = HTMLDialogElement
  // jsdom has no modal dialogs.
  prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})

beforeEach(() => {
  // React logs the errors that an error boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

function Billing({ name = 'Billing' }: { name?: string }) {
  const user = useUser({ or: 'redirect', freshWithinSeconds: 300 })
  return (
    <label>
      {name} of {user.displayName}
      <input />
    </label>
  )
}

class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render() {
    return this.state.error ? `Caught: ${this.state.error.message}` : this.props.children
  }
}

function open(page: ReactNode, { isFresh = false, isSignedIn = true } = {}) {
  let isProven = isFresh
  const shown = (
    <Boundary>
      <Suspense fallback="waiting for a proof">{page}</Suspense>
    </Boundary>
  )
  const view = renderApp(shown, {
    isSignedIn,
    respond({ route }) {
      if (route === check && !isProven) {
        return { error: 'STEP_UP_REQUIRED', status: 403, details: { max_age_seconds: 300, methods: ['password'] } }
      }
      if (route === prove) {
        isProven = true
        return { body: { access_token: 'not read' } }
      }
      return route === check ? { body: { success: true } } : undefined
    },
  })
  const age = () => {
    isProven = false
  }
  return { ...view, age }
}

const findDialog = async () => within(await screen.findByRole('dialog', { name: "Confirm it's you" }))

describe('useUser with freshWithinSeconds', () => {
  test('shows the page without a question if the proof is recent', async () => {
    const { sent } = open(<Billing />, { isFresh: true })
    expect(await screen.findByLabelText('Billing of Ada Lovelace')).toBeTruthy()
    expect(sent(check).map(({ body }) => body)).toEqual([{ max_age_seconds: 300 }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('asks once for all components, shows nothing until then, and goes on', async () => {
    const { sent } = open(
      <>
        <Billing />
        <Billing name="History" />
      </>,
    )
    const dialog = await findDialog()
    expect(screen.getByText('waiting for a proof')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Password'), 'my password{Enter}')
    expect(await screen.findByLabelText('Billing of Ada Lovelace')).toBeTruthy()
    expect(screen.getByLabelText('History of Ada Lovelace')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(prove)).toHaveLength(1)
  })

  test('asks nobody again who stays on the page, and everybody who comes back to it', async () => {
    let show = (_isShown: boolean) => {}
    let render = () => {}
    function Page() {
      const [isShown, setShown] = useState(true)
      const [count, setCount] = useState(0)
      show = setShown
      render = () => setCount(count + 1)
      return isShown ? <Billing name={`Billing ${count}`} /> : 'elsewhere'
    }
    const { sent, age } = open(<Page />, { isFresh: true })
    await userEvent.type(await screen.findByLabelText('Billing 0 of Ada Lovelace'), 'typed')
    age()
    act(() => render())
    expect(((await screen.findByLabelText('Billing 1 of Ada Lovelace')) as HTMLInputElement).value).toBe('typed')
    expect(sent(check)).toHaveLength(1)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    act(() => show(false))
    await screen.findByText('elsewhere')
    // Values that nothing shows are kept for five seconds.
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    vi.useRealTimers()
    act(() => show(true))
    await findDialog()
  })

  test('gives the refusal to the error boundary when the person cancels', async () => {
    open(<Billing />)
    const dialog = await findDialog()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Caught: The server says STEP_UP_REQUIRED.')).toBeTruthy()
  })

  test('asks nobody who is not signed in', async () => {
    const { sent, visited } = open(<Billing />, { isSignedIn: false })
    await waitFor(() => expect(visited).toHaveLength(1))
    expect(sent(check)).toEqual([])
  })
})
