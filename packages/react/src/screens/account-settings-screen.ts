export { AccountSettings } from '../account-settings/account-settings.tsx'
export * from './auth-screens.ts'
