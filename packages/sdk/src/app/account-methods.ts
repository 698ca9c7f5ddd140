// The account, loaded on demand: every way to sign in except passwords, and the data and actions of users and teams.

export { signUpAnonymously } from '../anonymous/anonymous.ts'
export { findCompanyConnection, signInWithConnection } from '../connections/sign-in.ts'
export {
  getEmailVerificationDetails,
  rejectEmailVerification,
  verifyEmail,
} from '../contact-channels/verification.ts'
export { signInWithImpersonationCode } from '../impersonation/sign-in.ts'
export { sendMagicLinkEmail } from '../magic-link/magic-link.ts'
// Loaded with the method that sends the code, or on the page that the link opens.
export { signInWithMagicLink } from '../magic-link/sign-in.ts'
export { signInWithMfaPasskey } from '../mfa/passkey.ts'
export { getSecondFactorRequirement, setUpPasskeySecondFactor, setUpSecondFactor } from '../mfa/set-up.ts'
export { signInWithMfa, signInWithRecoveryCode } from '../mfa/sign-in.ts'
export { finishOAuth, signInWithOAuth } from '../oauth/oauth.ts'
export { resetPassword, sendForgotPasswordEmail, verifyPasswordResetCode } from '../password/reset.ts'
export { askUser, sendStepUpCode, stepUp } from '../step-up/step-up.ts'
export {
  acceptTeamInvitation,
  getTeamInvitationDetails,
  verifyTeamInvitationCode,
} from '../team-invitations/accept.ts'
export * from '../teams/team-actions.ts'
export * from '../users/user-actions.ts'
// Unused here. esbuild and Vite group modules by the chunks that import them, so every chunk of the SDK imports the
// whole app. Otherwise the first bundle would be split into a dozen small files.
export { ClientAppBase } from './client-app-base.ts'
