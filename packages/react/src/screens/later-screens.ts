// Fetched together: each alone is so small that what it repeats of the others would weigh more.

export { CliAuthConfirmation } from './cli-auth-confirmation.tsx'
export { EmailVerification } from './email-verification.tsx'
export { ErrorPage } from './error-page.tsx'
export { ForgotPassword } from './forgot-password.tsx'
export { Impersonation } from './impersonation.tsx'
export { MagicLinkCallback } from './magic-link-callback.tsx'
export { MFA } from './mfa.tsx'
export { OAuthCallback } from './oauth-callback.tsx'
export { PasswordReset } from './password-reset.tsx'
export { SignOut } from './sign-out.tsx'
export { TeamInvitation } from './team-invitation.tsx'
