import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compile, expectedError, runNode } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules/.cache/latchkey')
const stampFile = join(cache, 'build.json')
const dashboard = 'packages/dashboard'
const demo = 'examples/vite-react'
const bundleScript = 'packages/server/bundle.mjs'
const serverBundle = 'packages/server/dist/bundle/main.js'
const servedPackagesScript = 'scripts/served-packages.mjs'
const servedPackages = 'packages/server/dist/served-packages'

/** Builds what has changed since the last build: the packages, the email runtime, the dashboard and the demo. */
export async function build({ quiet = false } = {}) {
  const stamps = readStamps()
  const packages = ['contract', 'server', 'sdk', 'react', 'create', 'cli']
    .map((name) => `packages/${name}`)
    .filter(hasSources)
  const configs = hashFiles([
    'package-lock.json',
    'tsconfig.base.json',
    ...packages.map((path) => `${path}/tsconfig.json`),
  ])
  const sources = hashFiles(
    [
      bundleScript,
      'scripts/pack.mjs',
      servedPackagesScript,
      ...listFiles('packages/create/templates'),
      ...packages.flatMap((path) => [`${path}/package.json`, ...listFiles(`${path}/src`)]),
    ],
    configs,
  )

  const results = [...packages.map((path) => `${path}/dist/.tsbuildinfo`), serverBundle, `${servedPackages}/react.tgz`]
  if (stamps.sources !== sources || !results.every((path) => existsSync(join(root, path)))) {
    console.log('Building the packages …')
    // The compiler does not detect changes in the base configuration.
    const force = stamps.configs === configs ? [] : ['--force']
    const isCompiled = await compile([...force, ...packages], { cwd: root, quiet })
    if (!isCompiled) throw expectedError('The packages do not compile: see above.')
    await runStep('The server cannot be bundled', [bundleScript], { quiet })
    await runStep('The packages for apps cannot be packed', [servedPackagesScript, servedPackages], { quiet })
    saveStamps({ ...stamps, configs, sources })
  }
  Object.assign(stamps, { configs, sources })
  // In parallel, because each uses only one core.
  const outcomes = await Promise.allSettled([buildData(), buildDashboard(), buildDemo()])
  for (const { reason } of outcomes) if (reason) throw reason

  /** What the server reads while it runs. */
  async function buildData() {
    for (const name of ['email-runtime', 'leaked-passwords']) {
      const script = `packages/server/${name}/build.mjs`
      if (existsSync(join(root, script))) await runStep(`packages/server/${name} does not build`, [script], { quiet })
    }
  }

  async function buildDashboard() {
    await buildPages('dashboard', dashboard, ['--outDir', 'dist/app'], 'dist/app/index.html')
  }

  async function buildDemo() {
    await buildPages('demo', demo, ['--base', '/demo/', '--outDir', 'dist'], 'dist/index.html')
  }

  async function buildPages(name, folder, options, result) {
    if (!packages.includes('packages/react') || !existsSync(join(root, folder, 'index.html'))) return
    const stamp = hashFiles(listFiles(folder), sources)
    if (stamps[name] === stamp && existsSync(join(root, folder, result))) return
    console.log(`Building the ${name} …`)
    const args = ['node_modules/vite/bin/vite.js', 'build', folder, ...options, '--emptyOutDir']
    await runStep(`The ${name} does not build`, args, { quiet, env: { NODE_ENV: 'production' } })
    stamps[name] = stamp
    saveStamps(stamps)
  }
}

async function runStep(failure, args, options) {
  if (!(await runNode(args, { cwd: root, ...options }))) throw expectedError(`${failure}: see above.`)
}

function hasSources(path) {
  return existsSync(join(root, path, 'src/index.ts')) || existsSync(join(root, path, 'src/main.ts'))
}

/** All inputs of a build, without tests and build outputs. */
function listFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ['dist', 'node_modules'].includes(entry.name) ? [] : listFiles(path)
    return /\.test\.tsx?$|\.tsbuildinfo$/.test(entry.name) ? [] : [path]
  })
}

/** Compares contents rather than times, so that a fresh checkout of the same sources is not a change. */
function hashFiles(paths, ...others) {
  const hash = createHash('sha256').update(others.join())
  for (const path of paths.sort()) hash.update(`\n${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'))
  } catch {
    return {}
  }
}

function saveStamps(stamps) {
  mkdirSync(cache, { recursive: true })
  writeFileSync(stampFile, JSON.stringify(stamps))
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  build().catch((error) => {
    console.error(error.isExpected ? error.message : error)
    process.exit(1)
  })
}
