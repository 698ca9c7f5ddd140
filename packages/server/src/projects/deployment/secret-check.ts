import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { StartError } from '../../platform/start/error.ts'

export const secretCheckName = 'secret check'
const text = 'This database belongs to this deployment secret.'

/** Refuses a database with a different secret: its tokens could not be verified and its secrets not be decrypted. */
export async function checkDeploymentSecret(db: Db, secrets: Secrets): Promise<void> {
  await db
    .insertInto('deployment')
    .values({ name: secretCheckName, value: secrets.encrypt(text, secretCheckName) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await compareSecret(db, secrets)
}

/** The same check before any changes, including migrations. An empty database passes. */
export async function checkSecretBeforehand(db: Db, secrets: Secrets): Promise<void> {
  const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass('deployment') IS NOT NULL AS exists`.execute(db)
  if (rows[0]?.exists) await compareSecret(db, secrets)
}

async function compareSecret(db: Db, secrets: Secrets): Promise<void> {
  const kept = await db.selectFrom('deployment').select('value').where('name', '=', secretCheckName).executeTakeFirst()
  if (!kept) return
  try {
    secrets.decrypt(kept.value, secretCheckName)
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
