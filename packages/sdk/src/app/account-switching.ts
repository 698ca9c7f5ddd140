export * from '../accounts/accounts.ts'
export { ClientAppBase } from './client-app-base.ts' // See account-methods.ts.
