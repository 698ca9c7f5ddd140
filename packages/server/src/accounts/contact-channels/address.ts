import { domainToASCII } from 'node:url'
import { signInEmail } from '@latchkey/contract'

/**
 * An address to sign in with, as it is stored: with the domain in ASCII, because otherwise two spellings of a domain would
 * be two domains. Undefined if it is none.
 */
export function readSignInEmail(given: string): string | undefined {
  const text = given.trim()
  const at = text.lastIndexOf('@')
  if (at < 1) return undefined
  const domain = text.slice(at + 1)
  // Of the ASCII characters only those that are never converted, because a domain is read like the host of a URL.
  const isForeign = /^(?:[a-z0-9.-]|[^\p{ASCII}])*$/iu.test(domain) && !/^\p{ASCII}*$/u.test(domain)
  return signInEmail.safeParse(isForeign ? `${text.slice(0, at)}@${domainToASCII(domain)}` : text).data
}
