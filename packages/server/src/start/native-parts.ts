import { createRequire } from 'node:module'
import { StartError } from './error.ts'

/** What is not written in JavaScript and is needed from the first password on. The database checks its own programs. */
const nativePackages = ['@node-rs/argon2', '@node-rs/bcrypt']

/** Tells early, in a sentence, what a loader would tell late and at length. */
export function checkNativeParts(): void {
  const require = createRequire(import.meta.url)
  for (const name of nativePackages) {
    try {
      require(name)
    } catch (cause) {
      throw new StartError(
        `The native build of ${name} for ${process.platform}-${process.arch} cannot be loaded: run \`npm ci --include=optional\` in Latchkey's folder to reinstall it.`,
        { cause },
      )
    }
  }
}
