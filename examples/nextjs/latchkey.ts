import 'server-only'
import { ServerApp } from '@latchkey/react/next'

export const latchkey = new ServerApp({
  tokenStore: 'nextjs-cookie',
  // Through app/handler/session/route.ts.
  httpOnlySessions: true,
  urls: { afterSignIn: '/notes' },
  // Set to share the session with the other hosts of a domain.
  cookieDomain: process.env.COOKIE_DOMAIN,
})
