import { availableParallelism } from 'node:os'
import { hash as hashArgon2, verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { createFairQueue, type Requester, turnOf } from '../../platform/fair-queue.ts'
import { oncePerServer, type PasswordCost } from '../../platform/platform.ts'

/** argon2id is the library's default; its enum of algorithms exists only in its types. */
export const argon2Cost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** bcrypt ignores further bytes, so a longer password must never match one of its hashes. */
const bcryptMaxBytes = 72

export interface PasswordHasher {
  hash(password: string, requester?: Requester): Promise<string>
  /** Without a hash, takes as long as with the decoy, so that timing does not reveal which emails exist. */
  verify(password: string, hash: string | null | undefined, requester?: Requester, decoy?: string): Promise<boolean>
  /** Whether a hash should be replaced by a current one at the next sign-in. */
  isOutdated(hash: string): boolean
}

/** Hashing occupies a thread of the pool; one thread is left for files and DNS. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4

/**
 * Hashing takes a whole core and much memory, so there are as many at once as there are cores: one more would evict the
 * others' memory from the caches. Waiting projects take turns.
 */
function createPasswordHasher(cost = argon2Cost): PasswordHasher {
  const currentPrefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  const takeTurn = createFairQueue({
    maxRunning: Math.max(Math.min(availableParallelism(), threads - 1), 1),
    maxWaiting: 400,
    maxWaitingOfProject: 100,
    maxWaitingOfAddress: 20,
    fullMessage: 'Too many sign-in attempts at once. Please try again in a moment.',
  })

  return {
    hash: (password, requester) => takeTurn(turnOf(requester), () => hashArgon2(password.normalize('NFC'), cost)),
    async verify(password, stored, requester, decoy) {
      const compared = stored ?? decoy
      if (compared === undefined) return false
      const matches = await takeTurn(turnOf(requester), () => compare(password, compared))
      return matches && stored != null
    },
    isOutdated: (hash) => !hash.startsWith(currentPrefix),
  }
}

async function compare(password: string, hash: string): Promise<boolean> {
  if (hash.startsWith('$argon2')) return verifyArgon2(hash, password.normalize('NFC'))
  // Imported hashes were made from the text as typed, without normalization.
  const matches = await verifyBcrypt(password, hash)
  return matches && Buffer.byteLength(password) <= bcryptMaxBytes
}

const bcryptHash = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
/** About a second on one core; each increment doubles it. */
export const bcryptMaxCost = 14

/** Imported hashes must be bcrypt with a cost that cannot overload the server. */
export function isImportableHash(hash: string): boolean {
  const cost = Number(bcryptHash.exec(hash)?.[1] ?? Number.NaN)
  return cost >= 4 && cost <= bcryptMaxCost
}

export const passwordHasher = oncePerServer(({ config }) => createPasswordHasher(config.passwordCost))
