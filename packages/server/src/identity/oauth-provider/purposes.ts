/** What texts of the provider are encrypted for. */
export const purposeOfOAuthKey = (projectId: string) => `signing key of the OAuth provider of ${projectId}`
export const purposeOfOAuthAnswer = (projectId: string) => `answer of the OAuth provider of ${projectId}`
