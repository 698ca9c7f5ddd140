// Re-exports the SDK, but with our apps and objects, which have hooks.
export * from '@latchkey/sdk'
export type { AccountSettingsProps } from './account-settings/account-settings.tsx'
export { AdminApp, type ProjectMetrics } from './admin-app.ts'
export { ClientApp } from './client-app.ts'
export type { OAuthConnection } from './hooks/connected-account-hooks.ts'
export type { DataVaultStore } from './hooks/data-vault-hooks.ts'
export type { AdminOwnedProject, AdminProject, ProjectOwner } from './hooks/project-hooks.ts'
export type { ServerTeam, ServerTeamUser, Team } from './hooks/team-hooks.ts'
export { useApp, usePartialUser, useProject, useUser } from './hooks/use-app.ts'
export { NoSuspenseBoundaryError } from './hooks/use-cached.ts'
export type {
  CurrentInternalServerUser,
  CurrentInternalUser,
  CurrentServerUser,
  CurrentUser,
  ServerUser,
  User,
} from './hooks/user-types.ts'
export type { Locale } from './i18n/locales.ts'
export type { TranslationOverrides } from './i18n/translation.tsx'
export type { AccountSettingsModalProps } from './modals/account-settings-modal.tsx'
export { AccountSettingsModal, SignInModal } from './modals/components.tsx'
export type { SignInModalProps } from './modals/sign-in-modal.tsx'
export type { OAuthConsentProps } from './oauth-consent/oauth-consent.tsx'
export type { OAuthDeviceProps } from './oauth-consent/oauth-device.tsx'
export { LatchkeyProvider, type LatchkeyProviderProps } from './provider.tsx'
export type { CliAuthConfirmationProps } from './screens/cli-auth-confirmation.tsx'
export type { EmailVerificationProps } from './screens/email-verification.tsx'
export type { ErrorPageProps } from './screens/error-page.tsx'
export type { ForgotPasswordProps } from './screens/forgot-password.tsx'
export { LatchkeyHandler, type LatchkeyHandlerProps } from './screens/handler.tsx'
export {
  AccountSettings,
  CliAuthConfirmation,
  EmailVerification,
  ErrorPage,
  ForgotPassword,
  MagicLinkCallback,
  MFA,
  OAuthCallback,
  OAuthConsent,
  OAuthDevice,
  PasswordReset,
  PredefinedMessageCard,
  SignOut,
  TeamInvitation,
} from './screens/lazy-screens.tsx'
export type { MagicLinkCallbackProps } from './screens/magic-link-callback.tsx'
export type { MFAProps } from './screens/mfa.tsx'
export type { OAuthCallbackProps } from './screens/oauth-callback.tsx'
export type { PasswordResetProps } from './screens/password-reset.tsx'
export type { SignOutProps } from './screens/sign-out.tsx'
export type { TeamInvitationProps } from './screens/team-invitation.tsx'
export { ServerApp } from './server-app.ts'
export type { AuthPageProps } from './sign-in/auth-page.tsx'
export {
  AuthPage,
  CredentialSignIn,
  CredentialSignUp,
  MagicLinkSignIn,
  OAuthButton,
  SignIn,
  type SignInProps,
  SignUp,
  type SignUpProps,
} from './sign-in/components.tsx'
export type { OAuthButtonProps } from './sign-in/oauth-button.tsx'
export { OAuthButtonGroup, type OAuthButtonGroupProps } from './sign-in/oauth-button-group.tsx'
export type { CredentialSignUpProps } from './sign-in/password-sign-up.tsx'
export { LatchkeyTheme, type LatchkeyThemeProps } from './styles/theme.tsx'
export type { Theme, ThemeColors } from './styles/theme-css.ts'
export { TeamConnections } from './team-connections/components.tsx'
export type { TeamConnectionsProps } from './team-connections/team-connections.tsx'
export {
  SelectedTeamSwitcher,
  type SelectedTeamSwitcherProps,
} from './team-switcher/selected-team-switcher.tsx'
export { TeamCreation, type TeamCreationProps } from './team-switcher/team-creation.tsx'
export { TeamIcon, type TeamIconProps } from './team-switcher/team-icon.tsx'
export { TeamSwitcher, type TeamSwitcherProps } from './team-switcher/team-switcher.tsx'
export { MessageCard, type MessageCardProps } from './ui/message-card.tsx'
export type { PredefinedMessageCardProps } from './ui/predefined-message-card.tsx'
export { UserAvatar, type UserAvatarProps } from './user-button/user-avatar.tsx'
export { UserButton, type UserButtonProps } from './user-button/user-button.tsx'
