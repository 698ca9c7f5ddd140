import { ClientApp } from '@latchkey/react'
import { settings } from './settings.ts'

/** The project whose users own projects; it signs them in on this server's own pages. */
export const internalApp = new ClientApp({
  projectId: 'internal',
  publishableClientKey: settings.publishableClientKey,
  // The pages run on the server they talk to, whatever address it was reached by.
  baseUrl: location.origin,
  tokenStore: 'cookie',
  urls: { handler: '/handler', home: '/' },
})
