import { ClientApp, ServerApp } from '@latchkey/react/next'

const tokenStore = 'nextjs-cookie'

/** With the secret server key of the project in .env.local, sessions are in cookies that no script can read. */
export const latchkey: ClientApp<true> = process.env.LATCHKEY_SECRET_SERVER_KEY
  ? new ServerApp({ tokenStore, httpOnlySessions: true })
  : new ClientApp({ tokenStore })
