// @vitest-environment node
import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ClientApp } from '../client-app.ts'
import { useUser } from '../hooks/use-app.ts'
import { LatchkeyProvider } from '../provider.tsx'
import { LatchkeyTheme } from '../styles/theme.tsx'
import { CredentialSignIn, SignIn } from './components.tsx'

const app = new ClientApp({
  projectId: 'p',
  publishableClientKey: 'k',
  baseUrl: 'http://api.test',
  tokenStore: 'cookie',
})

function Name() {
  return useUser()?.displayName
}

test('a server leaves parts that depend on the user to the browser', () => {
  const html = renderToString(
    <LatchkeyProvider app={app}>
      <h1>Welcome</h1>
      <Suspense fallback={<p>One moment</p>}>
        <Name />
      </Suspense>
    </LatchkeyProvider>,
  )
  expect(html).toContain('Welcome')
  expect(html).toContain('One moment')
})

test('a server renders the skeleton of our pages, whose colors depend on the marker', () => {
  const html = renderToString(
    <LatchkeyProvider app={app}>
      <SignIn />
    </LatchkeyProvider>,
  )
  expect(html).toContain('lk-skeleton')
  expect(html).not.toContain('data-latchkey-theme')
})

test('a form that is submitted before hydration keeps the password out of the URL', () => {
  const html = renderToString(
    <LatchkeyProvider app={app} initialUser={null}>
      <CredentialSignIn />
    </LatchkeyProvider>,
  )
  expect(html).toContain('name="password"')
  expect(html).toMatch(/<form[^>]* method="post"/)
})

test('the theme includes a script with the nonce that detects the mode', () => {
  const html = renderToString(<LatchkeyTheme nonce="n0nce" />)
  expect(html).toMatch(/<script nonce="n0nce">.*data-latchkey-theme/s)
})

test('without a Suspense boundary the error explains where to put one', () => {
  expect(() =>
    renderToString(
      <LatchkeyProvider app={app}>
        <Name />
      </LatchkeyProvider>,
    ),
  ).toThrow('Put a <Suspense> boundary above')
})
