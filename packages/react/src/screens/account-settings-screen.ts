export { AccountSettings } from '../account-settings/account-settings.tsx'
export { RequiredSetUp } from '../account-settings/required-set-up.tsx'
export { TeamCreationDialog } from '../team-switcher/team-creation-dialog.tsx'
export * from './auth-screens.ts'
