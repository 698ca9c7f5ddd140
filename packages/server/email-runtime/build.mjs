// Builds what renders emails: the worker, and the image of a sandbox that has loaded React and its email components.
// Loading them takes seconds, which are spent here once instead of before the first email after every start.

import { createHash } from 'node:crypto'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const server = fileURLToPath(new URL('../', import.meta.url))
const output = join(server, 'dist/email-runtime')
const stampFile = join(output, '.stamp')
const noPrettier = join(server, 'email-runtime/no-prettier.ts')
const common = {
  bundle: true,
  target: 'es2022',
  logLevel: 'warning',
  minify: true,
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: { 'prettier/standalone': noPrettier, 'prettier/plugins/html': noPrettier },
}

/** Builds only when something that it is made of has changed. Answers whether it had to. */
export async function buildEmailRuntime() {
  const stamp = hashInputs()
  if (readStamp() === stamp) return false
  const { build } = await import('esbuild')
  mkdirSync(output, { recursive: true })
  rmSync(stampFile, { force: true })
  await buildWorker(build)
  copyFileSync(findEngine(), join(output, 'engine.wasm'))
  const image = await takeImage(await bundleRuntime(build))
  // Put in place at once: a server that runs meanwhile reads the old one or the new one.
  writeFileSync(join(output, 'image.new'), image)
  renameSync(join(output, 'image.new'), join(output, 'image'))
  writeFileSync(stampFile, stamp)
  return true
}

async function buildWorker(build) {
  await build({
    ...common,
    entryPoints: ['worker', 'sandbox'].map((name) => join(server, `src/emails/rendering/${name}.ts`)),
    outdir: output,
    format: 'esm',
    platform: 'node',
    external: ['quickjs-emscripten'],
    // What the bundled packages call when they were not written as modules.
    banner: { js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)" },
  })
}

async function bundleRuntime(build) {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [join(server, 'email-runtime/runtime.tsx')],
    write: false,
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
  })
  return outputFiles[0].text
}

/** The engine that the image fits, kept beside it. */
function findEngine() {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('quickjs-emscripten'))
  return resolve('@jitl/quickjs-wasmfile-release-sync/wasm')
}

async function takeImage(runtime) {
  const { Sandbox } = await import(pathToFileURL(join(output, 'sandbox.js')).href)
  const sandbox = await Sandbox.open(await WebAssembly.compile(readFileSync(join(output, 'engine.wasm'))))
  sandbox.run(runtime, { name: 'runtime' })
  return sandbox.takeImage()
}

/** The lock file stands for the packages; without it, as in an installed package, there is nothing to build from. */
function hashInputs() {
  const folders = ['email-runtime', 'src/emails/rendering']
  const files = folders.flatMap((folder) => readdirSync(join(server, folder)).map((name) => `${folder}/${name}`))
  const hash = createHash('sha256').update(readFileSync(join(server, '../../package-lock.json')))
  for (const file of files.sort()) hash.update(`\n${file}\n`).update(readFileSync(join(server, file)))
  return hash.digest('hex')
}

function readStamp() {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return undefined
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await buildEmailRuntime()
