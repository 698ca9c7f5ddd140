// Nothing but names of other files: the apps and what they hand out, one file for each.

export type * from './app-internals.ts'
export { appInternalsSymbol } from './app-internals.ts'
export type * from './client-app-types.ts'
export type * from './project-types.ts'
export type * from './redirect-types.ts'
export type * from './server-app-types.ts'
export type * from './server-user-types.ts'
export type * from './session-types.ts'
export type * from './token-store-types.ts'
export type * from './user-types.ts'
export type * from './wire-types.ts'
