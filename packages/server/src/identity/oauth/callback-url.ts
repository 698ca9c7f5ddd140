/** The callback URL that is registered with the provider. */
export function callbackUrlOf(url: string, providerId: string): string {
  return `${url}/api/v1/auth/oauth/callback/${providerId}`
}
