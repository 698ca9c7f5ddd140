import type { Db } from '../db/database.ts'
import type { Secrets } from '../secrets.ts'
import { StartError } from '../start/error.ts'

const name = 'secret check'
const text = 'This database belongs to this deployment secret.'

/** Refuses to work on a database with another secret: its tokens would not verify and its secrets not decrypt. */
export async function checkDeploymentSecret(db: Db, secrets: Secrets): Promise<void> {
  await db
    .insertInto('deployment')
    .values({ name, value: secrets.encrypt(text, name) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db.selectFrom('deployment').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  try {
    secrets.decrypt(value, name)
  } catch {
    throw new SecretMismatchError()
  }
}

class SecretMismatchError extends StartError {
  override readonly name = 'SecretMismatchError'
  constructor() {
    super(
      'LATCHKEY_SECRET is not the secret that this database was set up with. Start with that one; nothing was changed.',
    )
  }
}
