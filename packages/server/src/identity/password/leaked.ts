import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Context } from '../../http/context.ts'
import { packageFolder } from '../../platform/package-folder.ts'

const hashBytes = 6
// Loaded for the first password. Built by `npm run build`.
const readHashes = readOnce(() => readFile(new URL('dist/leaked-passwords/hashes', packageFolder)))

/**
 * Whether the password is in the list that comes with the server, in upper or lower case. Of each password, the list has
 * 48 bits of the hash, so one in a billion others is refused, too.
 */
export async function isLeaked(password: string): Promise<boolean> {
  const list = await readHashes()
  const plain = password.normalize('NFC').toLowerCase()
  const wanted = createHash('sha256').update(plain).digest().subarray(0, hashBytes)
  let [low, high] = [0, list.length / hashBytes]
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = wanted.compare(list, middle * hashBytes, (middle + 1) * hashBytes)
    if (order === 0) return true
    if (order < 0) high = middle
    else low = middle + 1
  }
  return false
}

/** The same for a password that has just signed in: nothing about the list may stop the sign-in. */
export async function isKnownToBeLeaked({ platform }: Context, password: string): Promise<boolean> {
  try {
    return await isLeaked(password)
  } catch (error) {
    platform.log.warn('The list of leaked passwords cannot be read.', { error })
    return false
  }
}

/** Whatever is asked for after a failure is read again. */
export function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | undefined
  return () => {
    found ??= read().catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
}
