// Screens over the page of an app, for apps that open them there.

export { AccountSettingsDialog } from '../modals/account-settings-modal.tsx'
export { SignInDialog } from '../modals/sign-in-modal.tsx'
export * from './auth-screens.ts'
