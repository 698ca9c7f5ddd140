import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'

/** What the runtimes at the edge have in common: the standards of the web, and nothing of Node. */
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
 * A runtime without Node, in which `entry`, a module beside the SDK's sources, has been bundled and run. What comes back
 * runs code in it; what the module exports is `bundle` there.
 */
export async function openEdgeRuntime(entry: string): Promise<(code: string) => unknown> {
  // The bundler belongs to the package that ships with it.
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
