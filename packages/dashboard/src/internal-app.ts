import { ClientApp } from '@latchkey/react'
import { settings } from './settings.ts'

/** The project whose users own projects. It signs them in on this server's own pages. */
export const internalApp = new ClientApp({
  projectId: 'internal',
  publishableClientKey: settings.publishableClientKey,
  // The pages call the server that serves them, at any address.
  baseUrl: location.origin,
  tokenStore: 'cookie',
  urls: { handler: '/handler', home: '/' },
})
