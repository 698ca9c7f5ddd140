import type { Secrets } from '../../platform/secrets.ts'
import type { SealedTokens } from './provider-token-queries.ts'
import type { ProviderTokens } from './providers/provider.ts'

export function sealTokens(secrets: Secrets, projectId: string, tokens: ProviderTokens): SealedTokens {
  const { accessToken, refreshToken, expiresAt } = tokens
  return {
    access_token_encrypted: secrets.encrypt(accessToken, purposeOfProviderToken(projectId)),
    access_token_expires_at: expiresAt,
    refresh_token_encrypted:
      refreshToken === null ? null : secrets.encrypt(refreshToken, purposeOfProviderToken(projectId)),
  }
}

export function openToken(secrets: Secrets, projectId: string, sealed: string): string {
  return secrets.decrypt(sealed, purposeOfProviderToken(projectId))
}

export function purposeOfProviderToken(projectId: string): string {
  return `provider token in ${projectId}`
}
