import { availableParallelism } from 'node:os'
import { hash as hashArgon2, verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { addressBucket } from '../http/client-address.ts'
import type { Context } from '../http/context.ts'
import { createFairQueue, type Turn } from './fair-queue.ts'

/** argon2id is the library's default; its enumeration of algorithms exists in types only. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'
/** bcrypt looks at no more bytes than this, so a longer password must never match one of its hashes. */
const bcryptMaxBytes = 72

export interface PasswordHasher {
  hash(password: string, asker?: HashAsker): Promise<string>
  /** Takes as long for a missing hash as for a wrong password, so timing does not tell which emails exist. */
  verify(password: string, hash: string | null | undefined, asker?: HashAsker): Promise<boolean>
}

/** The request that needs it. Without one it is the server itself. */
export type HashAsker = Pick<Context, 'project' | 'access' | 'caller'>

/** Hashing takes one of these for as long as it lasts, and one is left for files and names of hosts. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4

/**
 * Hashing takes a whole core and much memory for a while: as many at once as there are cores, because one more would
 * drive what the others work on out of the caches. Behind them the projects take turns.
 */
export function createPasswordHasher(): PasswordHasher {
  const takeTurn = createFairQueue({
    maxRunning: Math.max(Math.min(availableParallelism(), threads - 1), 1),
    maxWaiting: 400,
    maxWaitingOfProject: 100,
    maxWaitingOfAddress: 20,
  })
  let dummyHash: Promise<string> | undefined

  return {
    hash: (password, asker) => takeTurn(turnOf(asker), () => hashArgon2(password.normalize('NFC'), argon2Options)),
    async verify(password, stored, asker) {
      dummyHash ??= hashArgon2('nobody has this password', argon2Options)
      const compared = stored ?? (await dummyHash)
      const matches = await takeTurn(turnOf(asker), () => compare(password, compared))
      return matches && stored != null
    },
  }
}

function turnOf(asker: HashAsker | undefined): Turn {
  if (!asker) return { projectId: '', address: undefined }
  // A server asks for all its people from one address.
  const address = asker.access === 'client' ? addressBucket(asker.caller.address ?? '') : undefined
  return { projectId: asker.project.id, address }
}

async function compare(password: string, hash: string): Promise<boolean> {
  if (hash.startsWith('$argon2')) return verifyArgon2(hash, password.normalize('NFC'))
  // An imported hash was made from the text as it was typed.
  const matches = await verifyBcrypt(password, hash)
  return matches && Buffer.byteLength(password) <= bcryptMaxBytes
}

/** Whether a hash should be replaced by a current one at the next chance. */
export function isOutdatedHash(hash: string): boolean {
  return !hash.startsWith(currentPrefix)
}

const bcryptHash = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/
/** About a second of a core; each step more doubles it. */
export const bcryptMaxCost = 14

/** Hashes from elsewhere must be bcrypt of a cost that cannot keep the server busy. */
export function isImportableHash(hash: string): boolean {
  const cost = Number(bcryptHash.exec(hash)?.[1] ?? Number.NaN)
  return cost >= 4 && cost <= bcryptMaxCost
}
