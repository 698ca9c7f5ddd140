import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import type { Measurement } from './report.ts'

/** What an app that imports just this pays, minified and compressed. React itself is the app's own. */
const bundles = [
  {
    what: 'ClientApp with everything it can do',
    code: `export { ClientApp } from '@latchkey/sdk'`,
    targetKilobytes: 12,
  },
  {
    what: 'provider + SignIn incl. SDK and CSS, React apart',
    code: `export { ClientApp, LatchkeyProvider, LatchkeyTheme, SignIn } from '@latchkey/react'`,
    targetKilobytes: 30,
  },
]

export async function measureBundles(): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const { what, code, targetKilobytes } of bundles) {
    const bytes = await bundleBytes(code)
    measurements.push({ what, value: bytes / 1000, unit: 'kB', target: targetKilobytes, atLeast: false })
  }
  return measurements
}

/** The sum of what is loaded at first: the entry, what it imports statically, and the styles. */
async function bundleBytes(code: string): Promise<number> {
  const entry = 'virtual:entry'
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    root: new URL('..', import.meta.url).pathname,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: {
        input: entry,
        external: [/^react(-dom)?($|\/)/],
        preserveEntrySignatures: 'strict',
        output: { format: 'es' },
      },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  })) as Rolldown.RolldownOutput
  const chunks = new Map(result.output.map((file) => [file.fileName, file]))
  const wanted = new Set<string>()
  const visit = (name: string) => {
    const file = chunks.get(name)
    if (!file || wanted.has(name)) return
    wanted.add(name)
    if (file.type === 'chunk') for (const imported of file.imports) visit(imported)
  }
  for (const file of result.output) if (file.type === 'asset' || file.isEntry) visit(file.fileName)
  return [...wanted]
    .map((name) => chunks.get(name)!)
    .map((file) => gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).byteLength)
    .reduce((sum, bytes) => sum + bytes, 0)
}
