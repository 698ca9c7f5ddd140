import type { Db } from '../../platform/db/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { StartError } from '../../platform/start/error.ts'
import { findFact, hasDeploymentTable, keepFact, secretCheckName } from './queries.ts'

const text = 'This database belongs to this deployment secret.'

/** Refuses a database with a different secret: its tokens could not be verified and its secrets not be decrypted. */
export async function checkDeploymentSecret(db: Db, secrets: Secrets): Promise<void> {
  compareSecret(await keepFact(db, secretCheckName, secrets.encrypt(text, secretCheckName)), secrets)
}

/** The same check before any changes, including migrations. An empty database passes. */
export async function checkSecretBeforehand(db: Db, secrets: Secrets): Promise<void> {
  const kept = (await hasDeploymentTable(db)) ? await findFact(db, secretCheckName) : undefined
  if (kept !== undefined) compareSecret(kept, secrets)
}

function compareSecret(kept: string, secrets: Secrets): void {
  try {
    secrets.decrypt(kept, secretCheckName)
  } catch {
    throw new SecretMismatchError()
  }
}

class SecretMismatchError extends StartError {
  override readonly name = 'SecretMismatchError'
  constructor() {
    super(
      'LATCHKEY_SECRET is not the secret of this database. Use that secret, or, to replace it, add it to LATCHKEY_FORMER_SECRETS. Nothing was changed.',
    )
  }
}
