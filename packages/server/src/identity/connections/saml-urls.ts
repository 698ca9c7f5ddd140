/** Different for every connection, so that no assertion for one fits another. */
export function samlUrlsOf(url: string, connectionId: string) {
  const base = `${url}/api/v1/auth/saml/${connectionId}`
  return { entityId: `${base}/metadata`, acsUrl: `${base}/acs`, metadataUrl: `${base}/metadata` }
}
