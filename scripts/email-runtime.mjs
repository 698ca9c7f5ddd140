import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const server = fileURLToPath(new URL('../packages/server/', import.meta.url))
const output = join(server, 'dist/email-runtime')
const common = { bundle: true, target: 'es2022', logLevel: 'warning' }

/**
 * Builds what renders e-mails: the worker, and the image of a sandbox that has loaded React and its e-mail components.
 * Loading them takes seconds, which are spent here once instead of before the first mail after every start.
 */
mkdirSync(output, { recursive: true })
await build({
  ...common,
  entryPoints: [join(server, 'src/emails/rendering/worker.ts'), join(server, 'src/emails/rendering/sandbox.ts')],
  outdir: output,
  format: 'esm',
  platform: 'node',
  packages: 'external',
})
const noPrettier = join(server, 'email-runtime/no-prettier.ts')
const { outputFiles } = await build({
  ...common,
  entryPoints: [join(server, 'email-runtime/runtime.tsx')],
  write: false,
  format: 'iife',
  platform: 'browser',
  jsx: 'automatic',
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: { 'prettier/standalone': noPrettier, 'prettier/plugins/html': noPrettier },
})
const { Sandbox } = await import(pathToFileURL(join(output, 'sandbox.js')).href)
const sandbox = await Sandbox.open()
sandbox.run(outputFiles[0].text, { name: 'runtime' })
writeFileSync(join(output, 'image.gz'), gzipSync(sandbox.takeImage()))
