import { ClientApp, LatchkeyHandler, LatchkeyProvider } from '@latchkey/react'
import '@latchkey/react/styles.css'
import { settings } from '../settings.ts'
import { findLocale } from './locale.ts'

const { projectId, publishableClientKey } = settings.hosted ?? { projectId: '', publishableClientKey: '' }
const base = `/oauth/${encodeURIComponent(projectId)}`

/** Its session is in cookies that have the project in their name, apart from those of owners and of other projects. */
const app = new ClientApp({
  projectId,
  publishableClientKey,
  // The pages call the server that serves them, at any address.
  baseUrl: location.origin,
  tokenStore: 'cookie',
  urls: { handler: `${base}/handler`, home: `${base}/handler/account-settings` },
})

const locations: Record<string, string> = { consent: 'oauth-consent', device: 'device' }

/** Sign-in, consent and devices for the users of a project whose app has no pages for it. */
export default function HostedPage({ page }: { page: string }) {
  return (
    <LatchkeyProvider app={app} lang={findLocale(navigator.languages)}>
      <main>
        <LatchkeyHandler fullPage location={locations[page] ?? location.pathname} />
      </main>
    </LatchkeyProvider>
  )
}
