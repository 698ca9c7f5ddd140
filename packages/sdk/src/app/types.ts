// Nothing but names of other files: the apps and what they hand out, one file for each.

export type * from '../core/redirect-types.ts'
export type * from '../projects/project-types.ts'
export type * from '../session/session-types.ts'
export type * from '../session/token-store-types.ts'
export type * from '../transport/wire-types.ts'
export type * from '../users/server-user-types.ts'
export type * from '../users/user-types.ts'
export type * from './app-internals.ts'
export { appInternalsSymbol } from './app-internals.ts'
export type * from './client-app-types.ts'
export type * from './server-app-types.ts'
