// One chunk for what most apps never call.

export { promptCliLogin } from '../cli-auth/cli-auth.ts'
export { fetchConvexToken, findConvexUser, getConvexHttpClientAuth } from '../convex/convex.ts'
export { findVerifiedUser } from '../core/verified-users.ts'
