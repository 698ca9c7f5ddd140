import { randomBytes } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import { oncePerServer } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { keepFact } from '../deployment/queries.ts'

const name = 'hash key of the data vault'

/**
 * Stored, and not derived from the secret of the deployment: hashes cannot be computed again when that secret is
 * replaced, because nobody but the client knows what was hashed.
 */
async function keepVaultHashKey(db: Db, secrets: Secrets): Promise<Buffer> {
  const kept = await keepFact(db, name, secrets.encrypt(randomBytes(32).toString('base64'), name))
  return Buffer.from(secrets.decrypt(kept, name), 'base64')
}

/** Protects the hashed keys of the data vault. */
export const vaultHashKey = oncePerServer(({ db, secrets }) => keepVaultHashKey(db, secrets))
