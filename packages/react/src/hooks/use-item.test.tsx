import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { LatchkeyProvider } from '../provider.tsx'
import { type Answer, ada, renderApp } from '../testing/wire.test.tsx'
import { useApp, useUser } from './use-app.ts'

beforeEach(() => {
  // React logs the errors that an error boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const team = {
  id: '33333333-3333-4333-8333-333333333333',
  display_name: 'Team',
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null,
}
const inTeam = { selected_team_id: team.id, selected_team: team } as never

/** Responds to requests for items by the last three parts of their path, and counts them. */
function openItems(items: Record<string, number>) {
  const asked: string[] = []
  const respond = ({ route }: { route: string }): Answer | undefined => {
    const path = route.split('/payments/items/')[1]
    if (path === undefined) return undefined
    asked.push(path)
    const quantity = items[path]
    if (quantity === undefined) return { status: 404, error: 'ITEM_NOT_FOUND', details: { item_id: path } }
    return { body: { id: path.split('/')[2], display_name: 'Credits', quantity } }
  }
  return { items, asked, respond }
}

function OwnCredits() {
  const { displayName, quantity, nonNegativeQuantity } = useUser({ or: 'throw' }).useItem('credits')
  return <p>{`${displayName}: ${quantity}, shown as ${nonNegativeQuantity}`}</p>
}

const creditsOfAda = { itemId: 'credits', userId: ada.id }

function CreditsOfAda() {
  return <p>Through the app: {useApp().useItem(creditsOfAda).quantity}</p>
}

function TeamSeats() {
  const user = useUser({ or: 'throw' })
  return <p>Seats: {user.selectedTeam!.useItem('seats').quantity}</p>
}

function CreditsOf({ customer }: { customer: string }) {
  return (
    <p>
      {customer} has {useApp().useItem({ itemId: 'credits', customCustomerId: customer }).quantity}
    </p>
  )
}

test('shows an item after loading', async () => {
  const { respond } = openItems({ [`user/${ada.id}/credits`]: -3 })
  renderApp(<OwnCredits />, { isSignedIn: true, respond })
  expect(screen.getByText('waiting')).toBeTruthy()
  expect(await screen.findByText('Credits: -3, shown as 0')).toBeTruthy()
})

test('shows items of a team', async () => {
  const { respond } = openItems({ [`team/${team.id}/seats`]: 5 })
  renderApp(<TeamSeats />, { isSignedIn: true, user: inTeam, respond })
  expect(await screen.findByText('Seats: 5')).toBeTruthy()
})

test('shows items of any customer without a signed-in user', async () => {
  const { respond, asked } = openItems({ 'custom/acme/credits': 1, 'custom/other/credits': 2 })
  renderApp(
    <>
      <CreditsOf customer="acme" />
      <CreditsOf customer="acme" />
      <CreditsOf customer="other" />
    </>,
    { respond },
  )
  expect(await screen.findAllByText('acme has 1')).toHaveLength(2)
  expect(await screen.findByText('other has 2')).toBeTruthy()
  expect(asked.sort()).toEqual(['custom/acme/credits', 'custom/other/credits'])
})

test('a new read updates all components, through the app and through the user', async () => {
  const own = `user/${ada.id}/credits`
  const { items, respond } = openItems({ [own]: 1 })
  const { app } = renderApp(
    <>
      <OwnCredits />
      <CreditsOfAda />
    </>,
    { isSignedIn: true, respond },
  )
  await screen.findByText('Credits: 1, shown as 1')
  await screen.findByText('Through the app: 1')
  items[own] = 7
  await act(() => app.getItem(creditsOfAda))
  expect(screen.getByText('Credits: 7, shown as 7')).toBeTruthy()
  expect(screen.getByText('Through the app: 7')).toBeTruthy()
})

test('components share one fetch, and the item is fetched again after a while without subscribers', async () => {
  const { respond, asked } = openItems({ 'custom/acme/credits': 1 })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const pass = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis))
  const { unmount, app } = renderApp(<CreditsOf customer="acme" />, { respond })
  await screen.findByText('acme has 1')
  const again = (
    <LatchkeyProvider app={app}>
      <CreditsOf customer="acme" />
    </LatchkeyProvider>
  )
  const more = render(again)
  expect(screen.getAllByText('acme has 1')).toHaveLength(2)
  await pass(60_000)
  expect(asked).toHaveLength(1)

  unmount()
  more.unmount()
  await pass(1_000)
  const third = render(again)
  expect(screen.getByText('acme has 1')).toBeTruthy()
  await pass(60_000)
  expect(asked).toHaveLength(1)

  third.unmount()
  await pass(6_000)
  render(<Suspense fallback="waiting">{again}</Suspense>)
  expect(screen.getByText('waiting')).toBeTruthy()
  expect(await screen.findByText('acme has 1')).toBeTruthy()
  expect(asked).toHaveLength(2)
})

class Boundary extends Component<{ children: ReactNode }, { code?: string }> {
  override state: { code?: string } = {}
  static getDerivedStateFromError = (error: { errorCode: string }) => ({ code: error.errorCode })
  override render = () => this.state.code ?? this.props.children
}

test('an unknown item goes to the error boundary', async () => {
  const { respond } = openItems({})
  renderApp(
    <Boundary>
      <CreditsOf customer="acme" />
    </Boundary>,
    { respond },
  )
  expect(await screen.findByText('ITEM_NOT_FOUND')).toBeTruthy()
})
