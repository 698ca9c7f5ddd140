// `npm test`: what a change is likely to break, in minutes. `npm run test:all`: everything, part by part.
//   --rest        only what `npm test` leaves out
//   --shard=1/4   the first quarter, to share the work between machines
//   --minutes=20  start no further part after that time
// Both continue after a failure, and end with every failure and one line of counts. Files that fail are run once more,
// alone.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { findOrInstallChromium } from './chromium.mjs'
import { findOrInstallFirefox } from './firefox.mjs'
import { installIfNeeded } from './install.mjs'
import { installNode } from './node-versions.mjs'
import { listMissingBuilds } from './platform-builds.mjs'
import { compile, expectedError, runNode } from './run.mjs'
import { listEverydayFiles, parts, takeShard } from './test-parts.mjs'
import { describeMinutes, listSlowest, runVitest } from './test-run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const counts = { passed: 0, failed: 0 }
const times = []
const files = []
const failures = []
const unsteady = []
const startedAt = performance.now()

async function runAll({ all, rest, shard, minutes }) {
  const chromium = await attempt(prepare)
  if (!chromium) {
    counts.failed++
    return
  }
  if (!rest) {
    await time('checks', runChecks)
    await runTests('tests', { files: takeShard(listEverydayFiles(), shard), projects: ['!react-*'] }, chromium)
  }
  // The tests beyond `npm test` use the build too.
  else await check('build', buildAll)
  if (all || rest) await runParts(chromium, shard, minutes)
  printTimes()
  printFailures()
}

/** Returns the path of the browser. */
function prepare() {
  installIfNeeded()
  return findOrInstallChromium()
}

async function runChecks() {
  // In parallel, because each uses one core.
  const unusedCode = attempt(() => runQuietly('node_modules/knip/bin/knip.js'))
  await check('lint', () => run('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'))
  await check('unused code', () => unusedCode)
  await check('builds for every platform', checkPlatformBuilds)
  const force = hasTypesChecked() ? ['--force'] : []
  await check('build', buildAll)
  await check('types', () => compile([...force, '.', ...listTestConfigs()], { cwd: root }))
}

async function buildAll() {
  await build({ quiet: true })
  return true
}

async function runParts(chromium, shard, minutes) {
  const isLate = () => performance.now() - startedAt > minutes * 60_000
  for (const part of shareParts(shard)) {
    if (isLate()) console.log(`\n${part.name}: not run, because ${minutes} minutes are over.`)
    else if (part.script) await time(part.name, () => check(part.name, () => run(part.script)))
    else await runTests(part.name, part, chromium)
  }
}

/** Files are dealt out one by one. A part without a list of files is one piece. */
function shareParts(shard) {
  const pieces = parts.flatMap((part) => (part.files ?? [undefined]).map((file) => ({ part, file })))
  const mine = takeShard(pieces, shard)
  return parts.flatMap((part) => {
    const own = mine.filter((piece) => piece.part === part)
    if (own.length === 0) return []
    return [{ ...part, ...(part.files && { files: own.map(({ file }) => file) }) }]
  })
}

async function runTests(
  name,
  { files: filters = [], project, projects = [project ?? '!react-*'], node, env, isRunOnce = false },
  chromium,
) {
  console.log(`\n# ${name}`)
  await time(name, async () => {
    const firefox = findOrInstallFirefox()
    const run = async (names, options) =>
      runVitest(names, {
        cwd: root,
        projects,
        node: node && (await installNode(node)),
        env: { CHROMIUM_PATH: chromium, ...(firefox && { FIREFOX_PATH: firefox }), ...env },
        ...options,
      })
    const result = await attempt(async () => {
      const first = await run(filters)
      return isRunOnce ? first : runAgain(first, run)
    })
    if (!result) counts.failed++
    else {
      counts.passed += result.passed
      counts.failed += result.failed
      files.push(...result.files)
      failures.push(...result.failures.map(({ text }) => `${name}: ${text}`))
    }
  })
}

/**
 * Four files share the machine and one PostgreSQL, so a test may fail because it was starved. Only what also fails alone
 * has failed. The others are listed at the end, because they may be races.
 */
async function runAgain(first, run) {
  const names = [...new Set(first.failures.map(({ file }) => file))]
  if (names.length === 0) return first
  console.log(`\n# again, alone: ${names.join(', ')}`)
  const second = await run(names, { workers: 1 })
  const failedAgain = new Set(second.failures.map(({ file }) => file))
  unsteady.push(...first.failures.filter(({ file }) => !failedAgain.has(file)))
  const fewer = first.failures.length - second.failed
  return {
    ...first,
    passed: first.passed + fewer,
    failed: first.failed - fewer,
    failures: second.failures,
  }
}

async function time(name, action) {
  const start = performance.now()
  await action()
  times.push({ name, millis: performance.now() - start })
}

function printTimes() {
  const slowest = listSlowest(files)
  console.log('\n# slowest test files')
  for (const { text } of slowest) console.log(text)
  console.log('\n# times')
  for (const { name, millis } of times) console.log(`${describeMinutes(millis).padStart(6)}  ${name}`)
  console.log(`${describeMinutes(performance.now() - startedAt).padStart(6)}  in all`)
}

/** Once more at the end, because the output of a long run is often cut at its beginning. */
function printFailures() {
  if (unsteady.length > 0) console.log('\n# failed beside other tests, passed alone')
  for (const { text } of unsteady) console.log(text)
  if (failures.length > 0) console.log('\n# failures')
  for (const text of failures) console.log(text)
}

async function check(name, action) {
  console.log(`\n# ${name}`)
  const isPassed = await attempt(action)
  console.log(isPassed ? `${name}: passed` : `${name}: FAILED`)
  if (!isPassed) failures.push(`${name}: see its output above`)
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
  const locks = ['', 'examples/nextjs/', 'examples/mcp-server/'].map((folder) => `${folder}package-lock.json`)
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

function readOptions() {
  const { values } = parseArgs({
    options: {
      all: { type: 'boolean' },
      rest: { type: 'boolean' },
      shard: { type: 'string', default: '1/1' },
      minutes: { type: 'string', default: 'Infinity' },
    },
  })
  const [, index, count] = /^(\d+)\/(\d+)$/.exec(values.shard) ?? []
  if (!(Number(index) >= 1 && Number(index) <= Number(count))) {
    throw expectedError(`--shard takes a part and a number of parts, such as --shard=1/4, not "${values.shard}".`)
  }
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw expectedError(`--minutes takes a number, not "${values.minutes}".`)
  return { ...values, shard: [Number(index), Number(count)], minutes }
}

const options = await attempt(readOptions)
if (options) await runAll(options)
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
