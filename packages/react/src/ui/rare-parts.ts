// What the provider shows on few pages, in one chunk: every chunk costs the first bundle its name.

export { ImpersonationBanner } from '../impersonation/impersonation-banner.tsx'
export { StepUpDialog } from '../sign-in/step-up-dialog.tsx'
