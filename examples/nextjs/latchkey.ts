import 'server-only'
import { ServerApp } from '@latchkey/react/next'

export const latchkey = new ServerApp({ tokenStore: 'nextjs-cookie', urls: { afterSignIn: '/notes' } })
