import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import type { Measurement } from './report.ts'

/** The size of importing just this into an app, minified and compressed. React is not counted. */
const bundles = [
  {
    what: 'ClientApp with all features',
    code: `export { ClientApp } from '@latchkey/sdk'`,
    targetKilobytes: 12.6,
  },
  {
    what: 'provider + SignIn incl. SDK and CSS, excl. React',
    code: `export { ClientApp, LatchkeyProvider, LatchkeyTheme, SignIn } from '@latchkey/react'`,
    targetKilobytes: 30.5,
  },
]

export async function measureBundles(): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const { what, code, targetKilobytes } of bundles) {
    const { first, onDemand } = await bundle(code)
    measurements.push({
      what,
      value: kilobytesOf(first),
      unit: 'kB',
      target: targetKilobytes,
      atLeast: false,
      detail: `initially; loaded on demand: ${kilobytesOf(onDemand).toFixed(1)} kB in ${onDemand.length} files`,
    })
  }
  return [...measurements, measureDashboard()]
}

/** What somebody loads who visits all screens of an app in English. */
export async function measureScreens(targetKilobytes: number): Promise<Measurement> {
  const names = 'ClientApp, LatchkeyHandler, LatchkeyProvider, LatchkeyTheme, SelectedTeamSwitcher, UserButton'
  const { first, onDemand } = await bundle(`export { ${names} } from '@latchkey/react'`, (specifier) =>
    notOfScreens.test(specifier),
  )
  const files = [...first, ...onDemand]
  return {
    what: 'all screens incl. SDK and CSS, excl. React',
    value: kilobytesOf(files),
    unit: 'kB',
    target: targetKilobytes,
    atLeast: false,
    detail: `in ${files.length} files`,
  }
}

/**
 * Other languages, the list that overridden texts are checked against, and what no screen calls: for servers, project
 * owners, the command line, Convex and payments, and what explains a failed request.
 */
const notOfScreens =
  /\/([a-z]{2}-[A-Z\d]{2,3}|source-texts|owned-projects|rare-methods|admin-app-hooks|server-token-stores|items|network-diagnostics)\.js$/

/** What a browser loads until the first page of the dashboard is there: all scripts and styles, React included. */
function measureDashboard(): Measurement {
  const folder = new URL('../../packages/dashboard/dist/app/', import.meta.url)
  const read = (path: string) => readFileSync(new URL(path, folder))
  const manifest: Record<string, ManifestEntry> = JSON.parse(read('.vite/manifest.json').toString())
  const files = new Set<string>()
  const visit = (key: string) => {
    const { file, css = [], imports = [] } = manifest[key]!
    if (files.has(file)) return
    files.add(file)
    for (const style of css) files.add(style)
    for (const imported of imports) visit(imported)
  }
  for (const key of Object.keys(manifest)) if (dashboardStart.test(key)) visit(key)
  const bytes = [...files].map((file) => gzipSync(read(file), { level: 9 }).byteLength)
  return {
    what: 'dashboard with its first page, incl. React and CSS',
    value: bytes.reduce((sum, size) => sum + size, 0) / 1000,
    unit: 'kB',
    target: 202,
    atLeast: false,
    detail: `in ${files.size} files; fonts are not counted`,
  }
}

interface ManifestEntry {
  file: string
  css?: string[]
  imports?: string[]
}

/** The entry, the frame, the overview, and what the SDK loads for it: the owner, their projects and the metrics. */
const dashboardStart =
  /^index\.html$|src\/app\/app\.tsx$|overview-page\.tsx$|\/(users\/users|app\/owned-projects|hooks\/admin-app-hooks|metrics\/metrics|project-keys\/project-keys)\.[jt]s$/

type OutputFile = Rolldown.OutputChunk | Rolldown.OutputAsset

/** The initial load: the entry, its static imports, and the styles. The rest is loaded on demand. */
async function bundle(
  code: string,
  isLeftOut: (specifier: string) => boolean = () => false,
): Promise<{ first: OutputFile[]; onDemand: OutputFile[] }> {
  const alone = await runBuild(code, { name: 'leave-dynamic-imports', resolveDynamicImport: () => false })
  const firstModules = new Set(alone.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])))
  // Keeps the entry's modules in one chunk, as other bundlers do. Rolldown splits them by which later chunks use them
  // too: https://github.com/rolldown/rolldown/issues/10731
  const groups = [{ name: 'first', test: (id: string) => firstModules.has(id) }]
  const withDynamicImports: Plugin = {
    name: 'with-dynamic-imports',
    resolveDynamicImport: (specifier) => (isLeftOut(String(specifier)) ? false : null),
  }
  const output = await runBuild(code, withDynamicImports, groups)

  const files = new Map<string, OutputFile>(output.map((file) => [file.fileName, file]))
  const first = new Set<OutputFile>()
  const visit = (file: OutputFile | undefined) => {
    if (!file || first.has(file)) return
    first.add(file)
    if (file.type === 'chunk') for (const imported of file.imports) visit(files.get(imported))
  }
  for (const file of output) if (file.type === 'asset' || file.isEntry) visit(file)
  return { first: [...first], onDemand: output.filter((file) => !first.has(file)) }
}

async function runBuild(code: string, plugin: Plugin, groups?: { name: string; test(id: string): boolean }[]) {
  const entry = 'virtual:entry'
  const modules: Record<string, string> = {
    [entry]: code,
    // An app built with Vite has one helper for all its dynamic imports, and other bundlers have none.
    '\0vite/preload-helper.js': 'export const __vitePreload = (load) => load()',
  }
  const { output } = (await build({
    configFile: false,
    logLevel: 'error',
    root: new URL('..', import.meta.url).pathname,
    plugins: [
      {
        name: 'own-modules',
        enforce: 'pre',
        resolveId: (id) => (id in modules ? id : undefined),
        load: (id) => modules[id],
      },
      plugin,
    ],
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rolldownOptions: {
        input: entry,
        external: [/^react(-dom)?($|\/)/],
        preserveEntrySignatures: 'allow-extension',
        output: { format: 'es', ...(groups && { codeSplitting: { groups } }) },
      },
    },
    define: { 'process.env.NODE_ENV': '"production"' },
  })) as Rolldown.RolldownOutput
  return output
}

function kilobytesOf(files: OutputFile[]): number {
  const sizes = files.map((file) => {
    return gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).byteLength
  })
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
