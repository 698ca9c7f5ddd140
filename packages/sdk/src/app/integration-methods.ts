// What few apps need in a browser, loaded on demand: payments, connections and directories of companies, Convex, the
// command line, other apps that users sign in to, servers, and proofs that apps require themselves.

export { promptCliLogin } from '../cli-auth/cli-auth.ts'
export {
  addConnectionDomain,
  createConnection,
  loadConnectionDomains,
  loadConnections,
} from '../connections/connections.ts'
export { loadRequiredConnection, updateRequiredConnection } from '../connections/required.ts'
export { fetchConvexToken, findConvexUser, getConvexHttpClientAuth } from '../convex/convex.ts'
export { findVerifiedUser } from '../core/verified-users.ts'
export { createDirectory, listDirectories, loadDirectory } from '../directories/directories.ts'
export { createOAuthClient, getOAuthClient, listOAuthClients } from '../oauth-clients/oauth-clients.ts'
export { listOAuthGrants } from '../oauth-grants/oauth-grants.ts'
export {
  answerDeviceRequest,
  approveOAuthRequest,
  denyOAuthRequest,
  findDeviceRequest,
  getOAuthRequest,
} from '../oauth-provider/requests.ts'
export { createCheckoutUrl } from '../payments/checkout.ts'
export { createItemReader } from '../payments/items.ts'
export { createServerStore } from '../session/server-token-stores.ts'
export { proveWithin, withStepUp } from '../step-up/fresh.ts'
export { requireFresh } from '../step-up/require-fresh.ts'
export { ClientAppBase } from './client-app-base.ts' // See account-methods.ts.
