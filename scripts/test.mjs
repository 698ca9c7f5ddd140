// `npm test`: all checks in one command. Continues after a failure and ends with one line of counts.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { findOrInstallFirefox } from './firefox.mjs'
import { installIfNeeded } from './install.mjs'
import { listMissingBuilds } from './platform-builds.mjs'
import { compile, runNode } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const counts = { passed: 0, failed: 0 }

async function runAll() {
  const chromium = await attempt(prepare)
  if (!chromium) {
    counts.failed++
    return
  }
  // In parallel, because each uses one core.
  const unusedCode = attempt(() => runQuietly('node_modules/knip/bin/knip.js'))
  await check('lint', () => run('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'))
  await check('unused code', () => unusedCode)
  await check('builds for every platform', checkPlatformBuilds)
  const force = hasTypesChecked() ? ['--force'] : []
  await check('build', async () => {
    await build({ quiet: true })
    return true
  })
  await check('types', () => compile([...force, '.', ...listTestConfigs()], { cwd: root }))
  await runTests(chromium)
  if (existsSync(join(root, 'scripts/budgets.mjs'))) await check('bundle budgets', () => run('scripts/budgets.mjs'))
}

/** Returns the path of the browser. */
function prepare() {
  installIfNeeded()
  return findOrInstallChromium()
}

async function check(name, action) {
  console.log(`\n# ${name}`)
  const isPassed = await attempt(action)
  console.log(isPassed ? `${name}: passed` : `${name}: FAILED`)
  counts[isPassed ? 'passed' : 'failed']++
}

async function attempt(action) {
  try {
    return await action()
  } catch (error) {
    console.error(error.isExpected ? error.message : error)
    return false
  }
}

function checkPlatformBuilds() {
  const locks = ['package-lock.json', 'examples/nextjs/package-lock.json']
  const missing = locks.flatMap((path) => listMissingBuilds(JSON.parse(readFileSync(join(root, path), 'utf8'))))
  if (missing.length === 0) return true
  const advice =
    'Pin a release that has every build (`npm view PACKAGE-PLATFORM@VERSION`), and regenerate package-lock.json.'
  console.error([...missing, advice].join('\n'))
  return false
}

function run(...args) {
  return runNode(args, { cwd: root })
}

function runQuietly(...args) {
  return runNode(args, { cwd: root, quiet: true })
}

/** The cache of an earlier run may be for other settings. Without one, the output of the build is used. */
function hasTypesChecked() {
  return listTestConfigs().some((path) => existsSync(join(root, dirname(path), 'dist/.tsbuildinfo-tests')))
}

/** Tests are compiled separately from the sources, so that they are not published. */
function listTestConfigs() {
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
  return packages.map((path) => `${path}/tsconfig.test.json`).filter((path) => existsSync(join(root, path)))
}

async function runTests(chromium) {
  console.log('\n# tests')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  try {
    const report = join(folder, 'report.json')
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const firefox = findOrInstallFirefox()
    const env = { CHROMIUM_PATH: chromium, ...(firefox && { FIREFOX_PATH: firefox }), CI: process.env.CI ?? 'true' }
    const isPassed = await runNode(['node_modules/vitest/vitest.mjs', ...args], { cwd: root, env })
    const { passed, failed, skipped } = countTests(report)
    if (skipped > 0) console.log(`${skipped} tests were skipped.`)
    counts.passed += passed
    // Errors outside of any test, and a run without tests, are failures too.
    counts.failed += failed === 0 && (!isPassed || passed === 0) ? 1 : failed
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function countTests(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that cannot be loaded has no tests to count.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests }
}

await runAll()
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
