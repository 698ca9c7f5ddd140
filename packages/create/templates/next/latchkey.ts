import { ClientApp } from '@latchkey/react/next'

export const latchkey = new ClientApp({ tokenStore: 'nextjs-cookie' })
