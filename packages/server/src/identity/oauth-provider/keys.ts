import { createHash, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { deriveKeys } from '../../accounts/sessions/signing-keys.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findKey, insertKey, lockProjectKeys } from './key-queries.ts'
import { purposeOfOAuthKey } from './purposes.ts'

export interface ProviderKey {
  kid: string
  alg: 'ES256' | 'RS256'
  use: 'sig'
  kty?: string
}

/**
 * The private keys of a project's provider, as JWKs. The first of each algorithm signs. They are derived and stored under
 * names of their own: nothing that they sign is a token of our API, and the other way round.
 */
export async function loadKeys(platform: Platform, projectId: string): Promise<ProviderKey[]> {
  const elliptic = deriveEllipticKeys(platform, projectId).map(({ kid, privateKey }) => ({
    ...privateKey.export({ format: 'jwk' }),
    kid,
    alg: 'ES256' as const,
    use: 'sig' as const,
  }))
  return [await loadRsaKey(platform, projectId), ...elliptic]
}

export function deriveEllipticKeys({ secrets }: Platform, projectId: string) {
  return deriveKeys(secrets, `OAuth provider ${projectId}`)
}

async function loadRsaKey(platform: Platform, projectId: string): Promise<ProviderKey> {
  const { db, secrets } = platform
  const purpose = purposeOfOAuthKey(projectId)
  const stored = (await findKey(db, projectId)) ?? (await createRsaKey(platform, projectId))
  const jwk = JSON.parse(secrets.decrypt(stored.private_key_encrypted, purpose)) as object
  return { ...jwk, kid: stored.id, alg: 'RS256', use: 'sig' }
}

/** Servers that need the first key at the same moment each make one, and all use the one that is stored first. */
async function createRsaKey({ db, secrets, now }: Platform, projectId: string) {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const jwk = privateKey.export({ format: 'jwk' })
  const id = createHash('sha256').update(String(jwk.n)).digest('base64url').slice(0, 16)
  const sealed = secrets.encrypt(JSON.stringify(jwk), purposeOfOAuthKey(projectId))
  return inTransaction(db, async (trx) => {
    await lockProjectKeys(trx, projectId)
    const winner = await findKey(trx, projectId)
    if (winner) return winner
    await insertKey(trx, projectId, { id, algorithm: 'RS256', sealed, now: now() })
    return { id, private_key_encrypted: sealed }
  })
}
