import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The tests run the command as people do, so it is built first. Takes a moment when nothing has changed. */
export default async function build(): Promise<void> {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  await promisify(execFile)(process.execPath, [compiler, '-b', folder])
}
