import { readSignInEmail } from '../../accounts/contact-channels/address.ts'
import type { ProviderProfile } from '../oauth/providers/provider.ts'
import type { Attributes } from './settings.ts'

type Claims = Record<string, unknown>

/** The claims that are read if a connection does not name others, the first that fits. */
const usualClaims = {
  email: ['email', 'preferred_username', 'upn'],
  display_name: ['name', 'preferred_username'],
  profile_image_url: ['picture'],
  groups: ['groups', 'roles'],
} as const

type Usual = Record<keyof typeof usualClaims, readonly string[]>

const maxGroups = 500
const maxGroupLength = 500

/**
 * What a company says about its user. Nothing else of the claims is used: no IDs, permissions or further addresses. That
 * the address is verified is only what the provider says, and counts only for the domains that the company has proven.
 */
export function mapProfile(
  claims: Claims,
  accountId: string,
  attributes: Attributes,
  usual: Usual = usualClaims,
): ProviderProfile {
  const read = (name: keyof Usual) => (attributes[name] === null ? usual[name] : [attributes[name]])
  const texts = (name: keyof Usual) => read(name).flatMap((claim) => findText(claims, claim) ?? [])
  return {
    accountId,
    displayName: texts('display_name')[0] ?? fullName(claims),
    email: texts('email').flatMap((text) => readSignInEmail(text) ?? [])[0] ?? null,
    // Providers of companies often say nothing about it. Some let people register, and then it is false.
    isEmailVerified: claims.email_verified === undefined || claims.email_verified === true,
    imageUrl: texts('profile_image_url')[0] ?? null,
    groups: readGroups(
      read('groups')
        .map((claim) => findClaim(claims, claim))
        .find((found) => found !== undefined),
    ),
  }
}

/** By its whole name, or else by a path into objects. Never what objects inherit. */
export function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let found: unknown = claims
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, part)) return undefined
    found = (found as Claims)[part]
  }
  return found
}

/** Also the first of a list, as SAML and some directories send everything. */
function findText(claims: Claims, name: string): string | undefined {
  const found = findClaim(claims, name)
  const first = Array.isArray(found) ? found[0] : found
  return typeof first === 'string' && first.trim() !== '' ? first : undefined
}

function fullName(claims: Claims): string | null {
  const parts = ['given_name', 'family_name'].flatMap((name) => findText(claims, name) ?? [])
  return parts.join(' ') || null
}

function readGroups(value: unknown): string[] {
  const list = Array.isArray(value) ? value : [value]
  const texts = list.filter((item): item is string => typeof item === 'string' && item.length <= maxGroupLength)
  return [...new Set(texts)].slice(0, maxGroups)
}
