export { AccountSettings } from '../account-settings/account-settings.tsx'
export { SetUp } from '../account-settings/second-factor.tsx'
export { TeamCreationDialog } from '../team-switcher/team-creation-dialog.tsx'
export * from './auth-screens.ts'
