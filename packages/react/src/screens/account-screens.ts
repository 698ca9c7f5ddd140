export { AccountSettings } from '../account-settings/account-settings.tsx'
export * from './first-parts.ts'
