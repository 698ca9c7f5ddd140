import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { KnownError, type RefusedDomain } from '@latchkey/contract'
import { parse } from 'tldts-icann'
import { freeMailDomains } from './free-mail.ts'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const pattern = new RegExp(`^(?:${label}\\.)+${label}$`)
const maxLength = 253

/** The domain as it is stored and compared, from how people type it. Refuses what cannot belong to one company. */
export function readDomain(text: string): string {
  const typed = text.trim().replace(/\.$/, '')
  // Otherwise it would be read like a URL, up to what ends its host.
  const domain = /[\s/?#\\@:%]/.test(typed) ? '' : domainToASCII(typed).toLowerCase()
  const refuse = (reason: RefusedDomain) => new KnownError('CONNECTION_DOMAIN_REFUSED', { domain: text, reason })
  if (!pattern.test(domain) || domain.length > maxLength || isIP(domain) !== 0) throw refuse('invalid')
  if (parse(domain).domain === null) throw refuse('public_suffix')
  if (freeMailDomains.has(domain)) throw refuse('free_mail')
  return domain
}

/** Of a valid email address. */
export function domainOfAddress(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase()
}

/** The record that proves a domain. It is asked for by this name only, so it conflicts with no other. */
export function recordOf({ domain, challenge }: { domain: string; challenge: string }) {
  return { type: 'TXT' as const, name: `_latchkey-challenge.${domain}`, value: `latchkey-domain=${challenge}` }
}
