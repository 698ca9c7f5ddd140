/** What can fail and leaves a trace. */
export const traceKinds = ['sign-in', 'sign-up', 'oauth', 'email', 'webhook', 'purchase'] as const

export type TraceKind = (typeof traceKinds)[number]

/** What routes can declare; failed emails and webhooks are found in their own tables. */
export type TracedKind = Exclude<TraceKind, 'email' | 'webhook'>
