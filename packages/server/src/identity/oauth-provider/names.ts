/** In seconds: how long a request waits for the user. */
export const interactionSeconds = 3_600
export const deviceCodeSeconds = 600

/** Cookies of the provider, by the library's names for them. */
export const cookieNames = (projectId: string) => ({
  session: `latchkey-oauth-${projectId}`,
  interaction: `latchkey-oauth-request-${projectId}`,
  /** Only the browser in which a request began has it. */
  resume: `latchkey-oauth-resume-${projectId}`,
})

/** How surely a user is who they say, the least first. */
export const acrValues = ['urn:latchkey:one-factor', 'urn:latchkey:two-factors']
