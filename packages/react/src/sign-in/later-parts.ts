// What the provider and the sign-in page show later or on few pages, in one chunk: every chunk costs the first bundle its
// name.

export { ImpersonationBanner } from '../impersonation/impersonation-banner.tsx'
export { AuthMessage } from './auth-messages.tsx'
export { AuthPreview } from './auth-preview.tsx'
export { CodeCard, CodeStepInPlace } from './code-step.tsx'
export { StepUpDialog } from './step-up-dialog.tsx'
