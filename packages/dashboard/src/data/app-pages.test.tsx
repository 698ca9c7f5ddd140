import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import { useCallbackUrl, useHandlerUrls } from './app-pages.ts'
import type { Project } from './rows.ts'

const live = { domain: 'https://fieldnotes.example/', handler_path: '/auth' }
const wildcard = { domain: 'https://*.fieldnotes.example', handler_path: '/handler' }

async function listUrls(config: object, local_origin?: string): Promise<string> {
  const project = { config, ...(local_origin && { local_origin }) } as Partial<Project>
  await openPage({ route: 'page', Page: () => <p role="note">{useHandlerUrls().join(' ')}</p>, project })
  return (await screen.findByRole('note')).textContent!
}

test('the app is where its last request came from', async () => {
  const config = { allow_localhost: true, domains: [wildcard] }
  expect(await listUrls(config, 'http://localhost:5173')).toBe('http://localhost:5173/handler')
})

test('trusted domains come first, because links in emails must not lead to localhost', async () => {
  const config = { allow_localhost: true, domains: [live] }
  const urls = 'https://fieldnotes.example/auth http://localhost:5173/handler'
  expect(await listUrls(config, 'http://localhost:5173')).toBe(urls)
})

test.each([
  ['has not called yet', { allow_localhost: true, domains: [] }, undefined],
  ['may not use localhost', { allow_localhost: false, domains: [] }, 'http://localhost:5173'],
])('no address is made up for an app that %s', async (_, config, origin) => {
  expect(await listUrls(config, origin)).toBe('')
})

test('an email that needs a page of the app says what to do', async () => {
  const project = { config: { allow_localhost: true, domains: [] } } as unknown as Partial<Project>
  function Page() {
    const callbackUrl = useCallbackUrl('password-reset')
    let problem = ''
    try {
      callbackUrl()
    } catch (error) {
      problem = (error as Error).message
    }
    return <p role="note">{problem}</p>
  }
  await openPage({ route: 'page', Page, project })
  expect((await screen.findByRole('note')).textContent).toContain('Open your app once or add a trusted domain')
})
