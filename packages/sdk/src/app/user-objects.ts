export { signOut } from '../core/sign-out.ts'
export { watchTab } from '../core/watch-tab.ts'
export { createCurrentUser } from '../users/users.ts'
export { ClientAppBase } from './client-app-base.ts' // See account-methods.ts.
