import { render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { LatchkeyProvider } from '../provider.tsx'
import { createApp, renderApp, startWire } from '../testing/wire.test.tsx'
import { PredefinedMessageCard } from '../ui/predefined-message-card.tsx'
import { formatDate, formatRelativeTime } from './format-time.ts'
import { useTranslate } from './translation.tsx'

const signedOut = <PredefinedMessageCard type="signedOut" />

class Boundary extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {}
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render = () => this.state.message ?? this.props.children
}

function Text() {
  const t = useTranslate()
  return <p>{t("You're signed in as {name}.", { name: '$& {name}' })}</p>
}

test('shows English by default', () => {
  const { container } = renderApp(signedOut)
  expect(screen.getByRole('heading', { name: "You're not signed in" })).toBeTruthy()
  expect(container.querySelector('[lang="en-US"]')).toBeTruthy()
})

test('loads the given language', async () => {
  const { container } = renderApp(signedOut, { provider: { lang: 'de-DE' } })
  expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeTruthy()
  expect(container.querySelector('[lang="de-DE"]')).toBeTruthy()
})

test('an override takes precedence over the language', async () => {
  renderApp(signedOut, { provider: { lang: 'de-DE', translationOverrides: { 'Sign in': 'Hereinspaziert' } } })
  expect(await screen.findByRole('button', { name: 'Hereinspaziert' })).toBeTruthy()
})

test('an override for an unknown text is reported by name', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  startWire()
  render(
    <Boundary>
      <LatchkeyProvider app={createApp().app} translationOverrides={{ 'Sign im': 'x' } as never}>
        {signedOut}
      </LatchkeyProvider>
    </Boundary>,
  )
  expect(await screen.findByText(/"Sign im" is not a text/)).toBeTruthy()
})

test('fills in placeholders, once each and literally', () => {
  renderApp(<Text />)
  expect(screen.getByText("You're signed in as $& {name}.")).toBeTruthy()
})

test.each([
  [-5, 'now'],
  [30, 'now'],
  [-150, '2 minutes ago'],
  [-3600 * 5, '5 hours ago'],
  [-86_400, 'yesterday'],
  [-86_400 * 400, 'last year'],
])('%d seconds from now is "%s"', (seconds, text) => {
  const now = Date.UTC(2025, 0, 1)
  expect(formatRelativeTime(new Date(now + seconds * 1000), 'en-US', now)).toBe(text)
})

test('formats dates in the language', () => {
  expect(formatDate(new Date(2025, 4, 3, 12), 'de-DE')).toBe('03.05.2025')
})
