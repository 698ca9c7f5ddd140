import { availableParallelism } from 'node:os'
import { hash as hashArgon2, verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { PlainError } from '../http/plain-error.ts'

/** argon2id is the library's default; its enumeration of algorithms exists in types only. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const currentPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'
/** bcrypt looks at no more bytes than this, so a longer password must never match one of its hashes. */
const bcryptMaxBytes = 72
const maxWaiting = 100

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Takes as long for a missing hash as for a wrong password, so timing does not tell which e-mails exist. */
  verify(password: string, hash: string | null | undefined): Promise<boolean>
}

/**
 * Hashing takes a whole core and much memory for a while: as many at once as there are cores, because one more would
 * drive what the others work on out of the caches, and a bounded queue behind them.
 */
export function createPasswordHasher(): PasswordHasher {
  const takeTurns = createQueue(availableParallelism(), maxWaiting)
  let dummyHash: Promise<string> | undefined

  const hash = (password: string) => takeTurns(() => hashArgon2(password.normalize('NFC'), argon2Options))

  return {
    hash,
    async verify(password, stored) {
      dummyHash ??= hashArgon2('nobody has this password', argon2Options)
      const compared = stored ?? (await dummyHash)
      const matches = await takeTurns(() => compare(password, compared))
      return matches && stored != null
    },
  }
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
const bcryptMaxCost = 16

/** Hashes from elsewhere must be bcrypt of a cost that cannot keep the server busy. */
export function isImportableHash(hash: string): boolean {
  const cost = Number(bcryptHash.exec(hash)?.[1] ?? Number.NaN)
  return cost >= 4 && cost <= bcryptMaxCost
}

function createQueue(maxRunning: number, maxQueued: number) {
  let running = 0
  const waiting: (() => void)[] = []

  return async function takeTurns<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxRunning) {
      if (waiting.length >= maxQueued) {
        throw new PlainError(429, 'Too many sign-ins at once. Please try again in a moment.', { 'retry-after': '1' })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The place is handed on rather than given up, so that nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
