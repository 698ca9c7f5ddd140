// Fetched together, with what the provider and the sign-in page show later or on few pages: each alone is so small that
// what it repeats of the others would weigh more, and every file costs the first one its name.

export { ImpersonationBanner } from '../impersonation/impersonation-banner.tsx'
export { AuthMessage } from '../sign-in/auth-messages.tsx'
export { AuthPreview } from '../sign-in/auth-preview.tsx'
export { CodeCard, CodeStepInPlace } from '../sign-in/code-step.tsx'
export { StepUpDialog } from '../sign-in/step-up-dialog.tsx'
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
