/** Where browsers reach the development identity provider. */
export const mountPath = '/development-identity-provider'
