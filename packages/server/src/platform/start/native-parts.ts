import { createRequire } from 'node:module'
import { StartError } from './error.ts'

/** Native modules that are needed from the first password on. The database checks its own executables. */
const nativePackages = ['@node-rs/argon2', '@node-rs/bcrypt']

/** Reports a missing native module early and in one sentence. */
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
