/** Why a trusted domain, which may be a pattern, is not suitable for production: a sentence without its full stop. */
export function findDomainProblem(domain: string): string | undefined {
  // Replaced so that patterns can be parsed as URLs.
  const address = domain.replaceAll(/\*+/g, 'wildcard')
  if (!URL.canParse(address)) return 'Trusted domain is not a valid URL'
  const { hostname, protocol } = new URL(address)
  if (/^(.+\.)?localhost$|^127\.\d+\.\d+\.\d+$/.test(hostname))
    return 'Localhost domains are not allowed to be trusted in production mode'
  if (/^\d+(\.\d+)*$/.test(hostname)) return 'Direct IPs are not valid for trusted domains in production mode'
  if (matchesPublicSuffix(domain)) return 'Anyone can register a site that matches this trusted domain'
  return protocol === 'https:' ? undefined : 'Trusted domains should be HTTPS'
}

/** Whether the last star is followed by a public suffix such as `com`, where anyone can register, or by nothing. */
function matchesPublicSuffix(domain: string): boolean {
  const host = /^https?:\/\/([^/?#:]+)/i.exec(domain)?.[1] ?? ''
  const afterStar = host.split('*').at(-1) ?? ''
  return host.includes('*') && afterStar.split('.').filter(Boolean).length < 2
}
