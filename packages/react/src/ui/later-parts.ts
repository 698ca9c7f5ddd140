// What the provider and the sign-in page show later or on few pages, in one chunk: every chunk costs the first bundle its
// name.

export { ImpersonationBanner } from '../impersonation/impersonation-banner.tsx'
export { AuthMessage } from '../sign-in/auth-messages.tsx'
export { AuthPreview } from '../sign-in/auth-preview.tsx'
export { CodeCard, CodeStepInPlace } from '../sign-in/code-step.tsx'
export { StepUpDialog } from '../sign-in/step-up-dialog.tsx'
