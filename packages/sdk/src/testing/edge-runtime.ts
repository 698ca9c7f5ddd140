import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'

/** The globals that edge runtimes have in common: web standards, nothing of Node. */
const webGlobals = [
  ...['fetch', 'Headers', 'Request', 'Response', 'FormData', 'Blob', 'URL', 'URLSearchParams'],
  ...['crypto', 'CryptoKey', 'TextEncoder', 'TextDecoder', 'atob', 'btoa', 'structuredClone', 'performance'],
  ...['ReadableStream', 'WritableStream', 'TransformStream', 'Event', 'EventTarget', 'DOMException'],
  ...['AbortController', 'AbortSignal', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  ...['queueMicrotask', 'console'],
] as const

interface Bundler {
  build(options: object): Promise<{ outputFiles: { text: string }[] }>
}

/**
 * Runs a bundle of `entry`, a module next to the SDK's sources, in a runtime without Node. Returns a function that runs
 * code there, with the exports of the module as `bundle`.
 */
export async function openEdgeRuntime(entry: string): Promise<(code: string) => unknown> {
  // The bundler is a dependency of the server package.
  const { build }: Bundler = createRequire(new URL('../../../server/package.json', import.meta.url))('esbuild')
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL('..', import.meta.url)), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'bundle',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['latchkey-source', 'edge-light', 'worker', 'import'],
    logLevel: 'error',
  })
  const context = createContext(Object.fromEntries(webGlobals.map((name) => [name, globalThis[name]])))
  const run = (code: string) => runInContext(code, context)
  run('globalThis.self = globalThis')
  run(outputFiles[0]!.text)
  return run
}
