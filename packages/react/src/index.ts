// The SDK, with our apps, and all of their objects that have hooks, in place of its own.
export * from '@latchkey/sdk'
export { AccountSettings, type AccountSettingsProps } from './account-settings/account-settings.tsx'
export { AdminApp, type ProjectMetrics } from './admin-app.ts'
export { AuthPage, type AuthPageProps } from './auth-page.tsx'
export { CliAuthConfirmation, type CliAuthConfirmationProps } from './cli-auth-confirmation.tsx'
export { ClientApp } from './client-app.ts'
export type { OAuthConnection } from './connected-account-hooks.ts'
export { CredentialSignIn } from './credential-sign-in.tsx'
export { CredentialSignUp, type CredentialSignUpProps } from './credential-sign-up.tsx'
export type { DataVaultStore } from './data-vault-hooks.ts'
export { EmailVerification, type EmailVerificationProps } from './email-verification.tsx'
export { ErrorPage, type ErrorPageProps } from './error-page.tsx'
export { ForgotPassword, type ForgotPasswordProps } from './forgot-password.tsx'
export { LatchkeyHandler, type LatchkeyHandlerProps } from './handler.tsx'
export type { Locale } from './i18n/locales.ts'
export type { TranslationOverrides } from './i18n/translation.tsx'
export { MagicLinkCallback, type MagicLinkCallbackProps } from './magic-link-callback.tsx'
export { MagicLinkSignIn } from './magic-link-sign-in.tsx'
export { MessageCard, type MessageCardProps } from './message-card.tsx'
export { MFA, type MFAProps } from './mfa.tsx'
export { OAuthButton, type OAuthButtonProps } from './oauth-button.tsx'
export { OAuthButtonGroup, type OAuthButtonGroupProps } from './oauth-button-group.tsx'
export { OAuthCallback, type OAuthCallbackProps } from './oauth-callback.tsx'
export { PasswordReset, type PasswordResetProps } from './password-reset.tsx'
export { PredefinedMessageCard, type PredefinedMessageCardProps } from './predefined-message-card.tsx'
export type { AdminOwnedProject, AdminProject, ProjectOwner } from './project-hooks.ts'
export {
  LatchkeyProvider,
  type LatchkeyProviderProps,
  useApp,
  usePartialUser,
  useProject,
  useUser,
} from './provider.tsx'
export { ServerApp } from './server-app.ts'
export { SignIn, type SignInProps } from './sign-in.tsx'
export { SignOut, type SignOutProps } from './sign-out.tsx'
export { SignUp, type SignUpProps } from './sign-up.tsx'
export type { ServerTeam, ServerTeamUser, Team } from './team-hooks.ts'
export { TeamInvitation, type TeamInvitationProps } from './team-invitation.tsx'
export { LatchkeyTheme, type LatchkeyThemeProps } from './theme.tsx'
export type { Theme, ThemeColors } from './theme-css.ts'
export { NoSuspenseBoundaryError } from './use-cached.ts'
export { UserAvatar, type UserAvatarProps } from './user-avatar.tsx'
export { UserButton, type UserButtonProps } from './user-button.tsx'
export type {
  CurrentInternalServerUser,
  CurrentInternalUser,
  CurrentServerUser,
  CurrentUser,
  ServerUser,
  User,
} from './user-types.ts'
