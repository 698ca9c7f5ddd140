import { z } from 'zod'
import type { ProviderDefinition } from './definition.ts'
import { failure } from './failures.ts'
import type { ProviderProfile } from './provider.ts'

/** Any issuer of OpenID Connect, known by nothing but its address. It is asked for everything else. */
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
      const profile = readOpenIdProfile({ ...claims, ...more })
      // Simple issuers know people by their address and say nothing else. What is no address is dropped later.
      return { ...profile, email: profile.email ?? profile.accountId }
    },
  }
}

const userInfo = z.looseObject({ sub: z.string() })

/** The claims that OpenID Connect itself defines. Only `true` is true: not `"true"`, not 1. */
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
