// What few apps need in a browser, loaded on demand: payments, Convex, the command line and servers.

export { promptCliLogin } from '../cli-auth/cli-auth.ts'
export { fetchConvexToken, findConvexUser, getConvexHttpClientAuth } from '../convex/convex.ts'
export { findVerifiedUser } from '../core/verified-users.ts'
export { createCheckoutUrl } from '../payments/checkout.ts'
export { createItemReader } from '../payments/items.ts'
export { createServerStore } from '../session/server-token-stores.ts'
export { requireFresh } from '../step-up/require-fresh.ts'
export { ClientAppBase } from './client-app-base.ts' // See account-methods.ts.
