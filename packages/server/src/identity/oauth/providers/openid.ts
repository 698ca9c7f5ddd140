import { z } from 'zod'
import type { ProviderDefinition } from './definition.ts'
import { failure } from './failures.ts'
import type { ProviderProfile } from './provider.ts'

/** Any OpenID Connect issuer, configured only by its URL. Everything else is discovered. */
export function openIdIssuer(issuer: string, title: string): ProviderDefinition {
  return {
    title,
    baseScopes: ['openid', 'email', 'profile'],
    server: (environment) => environment.openIdServers.discover(issuer, environment),
    clientAuthentication: 'openid',
    idToken: {},
    readProfile: async ({ server, claims, get }) => {
      const more = server.userinfo_endpoint ? await get(server.userinfo_endpoint, userInfo) : { sub: claims.sub }
      if (more.sub !== claims.sub) throw failure('invalid-answer', title, 'the user info is for another account')
      const address = findAddress([more, claims])
      // Simple issuers use the email address as the user name and send nothing else. Invalid addresses are dropped
      // later.
      const { email = claims.sub, email_verified = false } = address ?? {}
      return readOpenIdProfile({ ...claims, ...more, email, email_verified })
    },
  }
}

/** An address counts as verified only if the same source says so: the other one may speak of another address. */
function findAddress(sources: Record<string, unknown>[]): Record<string, unknown> | undefined {
  const withAddress = sources.filter(({ email }) => typeof email === 'string')
  return withAddress.find(({ email_verified }) => email_verified !== undefined) ?? withAddress[0]
}

const userInfo = z.looseObject({ sub: z.string() })

/** The standard claims of OpenID Connect. Only `true` counts as true: not `"true"`, not 1. */
export function readOpenIdProfile(claims: Record<string, unknown>): ProviderProfile {
  return {
    accountId: textOf(claims.sub) ?? '',
    displayName: textOf(claims.name) ?? textOf(claims.preferred_username),
    email: textOf(claims.email),
    isEmailVerified: claims.email_verified === true,
    imageUrl: textOf(claims.picture),
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
