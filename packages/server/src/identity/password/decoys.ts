import { createHmac } from 'node:crypto'
import { BoundedCache } from '../../platform/bounded-cache.ts'
import type { Db } from '../../platform/db/database.ts'
import { oncePerServer } from '../../platform/platform.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { type HashFormat, sampleHashFormats } from './queries.ts'

/** The hash to compare a password with if the email address has none. */
export type FindDecoy = (projectId: string, email: string) => Promise<string>

const maxAgeMillis = 60_000
const argon2Decoy = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGhhcyB0aGlz$UGFzc3dvcmRzIHRoYXQgbm9ib2R5IGV2ZXIgY2hvc2U'
const bcryptRest = 'abcdefghijklmnopqrstuuMvCPnYQEvyyaHdkpIqVIlh3Xn3XNkjO'

/**
 * Imported bcrypt hashes take another time to verify than our own. So that timing does not reveal who was imported, as
 * many addresses without a password get a decoy of each format as there are passwords of it in the project. An address
 * always gets the same one, and which one is a secret.
 */
function createDecoys({ db, secrets, now }: { db: Db; secrets: Secrets; now: () => Date }): FindDecoy {
  const key = secrets.deriveBytes('password decoys', 32)
  const samples = new BoundedCache<string, { formats: Promise<HashFormat[]>; expiresAt: number }>(2_000)

  function readFormats(projectId: string): Promise<HashFormat[]> {
    const known = samples.get(projectId)
    if (known && known.expiresAt > now().getTime()) return known.formats
    const formats = sampleHashFormats(db, projectId)
    formats.catch(() => samples.delete(projectId))
    samples.set(projectId, { formats, expiresAt: now().getTime() + maxAgeMillis })
    return formats
  }

  return async (projectId, email) => {
    const place = createHmac('sha256', key).update(`${projectId}:${email}`).digest().readUIntBE(0, 6) / 2 ** 48
    return toDecoy(findAt(await readFormats(projectId), place))
  }
}

/** The format that covers this place, between 0 and 1. */
function findAt(formats: HashFormat[], place: number): string | undefined {
  let left = place * formats.reduce((sum, { count }) => sum + count, 0)
  for (const { prefix, count } of formats) {
    if (left < count) return prefix
    left -= count
  }
  return undefined
}

function toDecoy(prefix: string | undefined): string {
  return prefix?.startsWith('$2') ? `${prefix}${bcryptRest}` : argon2Decoy
}

export const passwordDecoys = oncePerServer(createDecoys)
