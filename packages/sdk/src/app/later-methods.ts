// One chunk for every way to sign in but a password, for everything that emails a code or takes one, and for what is read
// and done on behalf of a user or in a team, because pages that need one of these often need another.

export { signUpAnonymously } from '../anonymous/anonymous.ts'
export {
  getEmailVerificationDetails,
  rejectEmailVerification,
  verifyEmail,
} from '../contact-channels/verification.ts'
export { signInWithImpersonationCode } from '../impersonation/sign-in.ts'
export { sendMagicLinkEmail } from '../magic-link/magic-link.ts'
// Loaded with the method that sends the code, or by the page that its link opens.
export { signInWithMagicLink } from '../magic-link/sign-in.ts'
export { signInWithMfa } from '../mfa/sign-in.ts'
export { finishOAuth, signInWithOAuth } from '../oauth/oauth.ts'
export { resetPassword, sendForgotPasswordEmail, verifyPasswordResetCode } from '../password/reset.ts'
export { askForProof, sendStepUpCode, stepUp } from '../step-up/step-up.ts'
export {
  acceptTeamInvitation,
  getTeamInvitationDetails,
  verifyTeamInvitationCode,
} from '../team-invitations/accept.ts'
export * from '../teams/team-actions.ts'
export * from '../users/user-actions.ts'
// Not needed here. esbuild and Vite put modules into one file if the same chunks need them, so every chunk of the SDK
// needs the whole app; otherwise the first file becomes a dozen small ones.
export { ClientAppBase } from './client-app-base.ts'
