// Bundles the server after it was compiled. Node spends a millisecond on every module, and there are a thousand of them,
// most of them in a few packages; as one file they load in half the time and take 20 MB less memory.

import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const folder = fileURLToPath(new URL('.', import.meta.url))
const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
/** Those that consist of many modules and are always loaded. The others stay as they are installed. */
const bundled = ['@hono/node-server', '@latchkey/contract', 'hono', 'jose', 'kysely', 'nodemailer', 'zod']

rmSync(join(folder, 'dist/bundle'), { recursive: true, force: true })
await build({
  absWorkingDir: folder,
  entryPoints: ['src/main.ts', 'src/index.ts'],
  outdir: 'dist/bundle',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['latchkey-source'],
  external: Object.keys(dependencies).filter((name) => !bundled.includes(name)),
  logLevel: 'warning',
})
