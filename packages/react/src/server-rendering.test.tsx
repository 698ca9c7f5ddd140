import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { act, screen, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToPipeableStream } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { useUser } from './hooks/use-app.ts'
import { LatchkeyProvider, type LatchkeyProviderProps } from './provider.tsx'
import { LatchkeyHandler } from './screens/handler.tsx'
import { LatchkeyTheme } from './styles/theme.tsx'
import { ada, createApp, startWire } from './testing/wire.test.tsx'

let unmount = () => {}
afterEach(() => unmount())

function Name() {
  return <h1>{useUser()?.displayName ?? 'Nobody'}</h1>
}

/** The HTML of a page as a server sends it, including streamed parts. */
async function renderOnServer(page: ReactNode) {
  vi.stubGlobal('window', undefined)
  const errors: unknown[] = []
  try {
    const output = new PassThrough()
    const stream = renderToPipeableStream(page, {
      onAllReady: () => stream.pipe(output),
      onError: (error) => void errors.push(error),
    })
    return { html: await text(output), errors }
  } finally {
    vi.unstubAllGlobals()
  }
}

/** Hydrates the HTML in a browser. Returns React's errors. */
async function hydrate(html: string, page: ReactNode) {
  document.body.innerHTML = `<div>${html}</div>`
  const complaints: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation((...args) => {
    // Expected, because this process is both server and browser.
    if (!String(args[0]).startsWith('Detected multiple renderers')) complaints.push(args)
  })
  await act(async () => {
    const root = hydrateRoot(document.body.firstElementChild!, page, {
      onRecoverableError: (error) => void complaints.push(error),
    })
    unmount = () => act(() => root.unmount())
  })
  return complaints
}

const pageOf = (
  app: LatchkeyProviderProps['app'],
  initialUser: LatchkeyProviderProps['initialUser'],
  name = <Name />,
) => (
  <LatchkeyProvider app={app} initialUser={initialUser}>
    {name}
  </LatchkeyProvider>
)

test('a server renders the user of the provider, and the browser needs no request', async () => {
  const requests = startWire()
  const { app } = createApp({ isSignedIn: true })
  const { html, errors } = await renderOnServer(pageOf(app, Promise.resolve(ada)))
  expect(html).toContain('Ada Lovelace')
  expect(errors).toEqual([])

  startWire()
  expect(await hydrate(html, pageOf(app, Promise.resolve(ada)))).toEqual([])
  await screen.findByRole('heading', { name: 'Ada Lovelace' })
  expect(requests).toEqual([])
})

test('requests to one server do not see each other’s users', async () => {
  const { app } = createApp()
  const [first, second, third] = await Promise.all([
    renderOnServer(pageOf(app, Promise.resolve(ada))),
    renderOnServer(pageOf(app, { ...ada, display_name: 'Grace Hopper' })),
    renderOnServer(pageOf(app, null)),
  ])
  expect(first.html).toContain('Ada Lovelace')
  expect(second.html).toContain('Grace Hopper')
  expect(third.html).toContain('Nobody')
})

test('a user that the server could not look up is left to the browser', async () => {
  startWire()
  const { app } = createApp({ isSignedIn: true })
  const page = pageOf(
    app,
    Promise.resolve(undefined),
    <Suspense fallback="One moment">
      <Name />
    </Suspense>,
  )
  const { html } = await renderOnServer(page)
  expect(html).toContain('One moment')
  startWire()
  await hydrate(html, page)
  await screen.findByRole('heading', { name: 'Ada Lovelace' })
})

test('a user of another session is not shown', async () => {
  startWire({ user: { display_name: 'Grace Hopper' } })
  const { app } = createApp({ isSignedIn: false })
  const { html } = await renderOnServer(pageOf(app, ada))
  // The user has signed out in another tab since.
  await hydrate(html, pageOf(app, ada))
  await screen.findByRole('heading', { name: 'Nobody' })
})

const linked = ['email-verification', 'password-reset', 'magic-link-callback', 'team-invitation']

test.each(linked)('a server without the query does not report a link to %s as invalid', async (path) => {
  startWire({ respond: () => ({ error: 'VERIFICATION_CODE_NOT_FOUND' }) })
  const { app } = createApp({ at: `/handler/${path}?code=abc` })
  const page = (
    <LatchkeyProvider app={app}>
      <LatchkeyHandler fullPage location={`/handler/${path}`} />
    </LatchkeyProvider>
  )
  await renderOnServer(page)
  // The code of the page is loaded now, so it renders synchronously.
  const { html, errors } = await renderOnServer(page)
  expect(html).toContain('Loading…')
  expect(html).not.toContain('valid')
  expect(errors).toEqual([])
  startWire({ respond: () => ({ error: 'VERIFICATION_CODE_NOT_FOUND' }) })
  expect(await hydrate(html, page)).toEqual([])
  await waitFor(() => expect(document.body.textContent).not.toContain('Loading…'))
})

test('a page with all of its data renders completely on a server', async () => {
  const { app } = createApp({ at: '/handler/magic-link-callback?code=abc' })
  const page = (
    <LatchkeyProvider app={app} initialUser={null}>
      <LatchkeyHandler fullPage location="/handler/magic-link-callback" searchParams={{ code: 'abc' }} />
    </LatchkeyProvider>
  )
  const { html, errors } = await renderOnServer(page)
  expect(html).toContain('Sign in to your account')
  expect(errors).toEqual([])
  expect(await hydrate(html, page)).toEqual([])
})

test('server HTML marks the color mode before the first paint', async () => {
  const { html } = await renderOnServer(<LatchkeyTheme nonce="n">Hello</LatchkeyTheme>)
  const script = /<script nonce="n">([\s\S]*?)<\/script>/.exec(html)?.[1]
  document.documentElement.className = 'dark'
  // biome-ignore lint/security/noGlobalEval: a browser runs the script
  globalThis.eval(script!)
  expect(document.head.querySelector('meta')?.getAttribute('data-latchkey-theme')).toBe('dark')
  document.documentElement.className = ''
  expect(await hydrate(html, <LatchkeyTheme nonce="n">Hello</LatchkeyTheme>)).toEqual([])
  expect(document.querySelector('script')).toBeNull()
})
