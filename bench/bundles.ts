import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BundledFile, bundlers } from './bundlers.ts'
import type { Measurement } from './report.ts'

interface Bundle {
  what: string
  package: '@latchkey/sdk' | '@latchkey/react'
  names: string[]
}

const clientApp: Bundle = { what: 'ClientApp with all features', package: '@latchkey/sdk', names: ['ClientApp'] }
const signIn: Bundle = {
  what: 'provider + SignIn incl. SDK and CSS, excl. React',
  package: '@latchkey/react',
  names: ['ClientApp', 'LatchkeyProvider', 'LatchkeyTheme', 'SignIn'],
}
const screens: Bundle = {
  what: 'all screens incl. SDK and CSS, excl. React',
  package: '@latchkey/react',
  names: ['ClientApp', 'LatchkeyHandler', 'LatchkeyProvider', 'LatchkeyTheme', 'SelectedTeamSwitcher', 'UserButton'],
}

/** How much heavier one bundler may make it than another: how they split our code must not decide what a page weighs. */
const tolerance = 1.11

/** What an app loads first if it imports just this. */
export async function measureBundles(): Promise<Measurement[]> {
  return [
    // 12 and 30 kB until sessions were bound to keys, second factors could be required and be passkeys, and refusals
    // had a reference for support.
    ...(await measureWithAll(clientApp, 12.5, () => false)),
    ...(await measureWithAll(signIn, 31.2, () => false)),
    measureDashboard(),
  ]
}

/** What somebody loads who visits all screens of an app in English. */
export async function measureScreens(targetKilobytes: number): Promise<Measurement[]> {
  return measureWithAll(screens, targetKilobytes, (module) => !notOfScreens.test(module))
}

/**
 * Other languages, the list that overridden texts are checked against, and what no screen calls: for servers, project
 * owners, the command line and Convex, what explains a failed request, what apps have to ask for (modals and several
 * accounts), and what only those see who manage the identity providers of a team.
 */
const notOfScreens =
  /\/([a-z]{2}-[A-Z\d]{2,3}|source-texts|owned-projects|integration-methods|network-diagnostics|modal-screens|team-connections-screen|account-items|account-switching)\.js$/

async function measureWithAll(
  { what, ...bundle }: Bundle,
  target: number,
  isLoadedLater: (module: string) => boolean,
): Promise<Measurement[]> {
  const sizes: [bundler: string, kilobytes: number][] = []
  for (const bundler of Object.keys(bundlers)) sizes.push([bundler, await weigh(bundler, bundle, isLoadedLater)])
  const kilobytes = sizes.map(([, size]) => size)
  const lightest = Math.min(...kilobytes)
  const detail = sizes.map(([bundler, size]) => `${bundler} ${size.toFixed(1)}`).join(', ')
  return [
    { what, value: lightest, unit: 'kB', target, atLeast: false, detail },
    {
      what: `${what}: heaviest bundler`,
      value: Math.max(...kilobytes) / lightest,
      unit: '×',
      target: tolerance,
      atLeast: false,
    },
  ]
}

/** Minified and compressed, without React and what the bundler itself needs to load files on demand. */
async function weigh(
  bundler: string,
  { package: name, names }: Omit<Bundle, 'what'>,
  isLoadedLater: (module: string) => boolean,
) {
  const folder = mkdtempSync(fileURLToPath(new URL('entry-', import.meta.url)))
  const write = (file: string, code: string) => {
    const path = join(folder, file)
    writeFileSync(path, code)
    return path
  }
  try {
    write('later.js', 'export default 1')
    const empty = write(
      'empty.js',
      `import * as React from 'react'\nimport('./later.js').then(console.log, { ...React })`,
    )
    const app = write('app.js', `import { ${names} } from '${name}'\nglobalThis.used = [${names}]`)
    const [added, whole] = [await bundlers[bundler]!(empty), await bundlers[bundler]!(app)]
    return kilobytesOf(listLoaded(whole, isLoadedLater)) - kilobytesOf(listLoaded(added, () => false))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function listLoaded(files: BundledFile[], isLoadedLater: (module: string) => boolean): BundledFile[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const loaded = new Set<BundledFile>()
  const visit = (file: BundledFile | undefined) => {
    if (!file || loaded.has(file)) return
    loaded.add(file)
    for (const name of file.imports) visit(byName.get(name))
    for (const name of file.dynamicImports) if (isLoadedLater(byName.get(name)?.module ?? '')) visit(byName.get(name))
  }
  visit(files[0])
  return [...loaded]
}

function kilobytesOf(files: BundledFile[]): number {
  const sizes = files.map(({ code }) => (code ? gzipSync(code, { level: 9 }).byteLength : 0))
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}

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
    target: 200,
    atLeast: false,
    detail: `in ${files.size} files; fonts are not counted`,
  }
}

interface ManifestEntry {
  file: string
  css?: string[]
  imports?: string[]
}

/** The entry, the frame, the overview, and what the SDK loads for it: the owner. */
const dashboardStart = /^index\.html$|src\/shell\/app\.tsx$|overview-page\.tsx$|\/app\/user-objects\.[jt]s$/
