import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runNode } from './run.mjs'
import { parts, slowEveryday } from './test-parts.mjs'

const slowMillis = 20_000

/** Runs test files and returns how many tests passed and failed, which failed and why, and how long each file took. */
export async function runVitest(filters, { cwd, projects, node, env, workers }) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-test-'))
  try {
    const report = join(folder, 'report.json')
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const options = [...projects.map((name) => `--project=${name}`), ...(workers ? [`--maxWorkers=${workers}`] : [])]
    const all = [...args, ...options, ...filters]
    const isPassed = await runNode(['node_modules/vitest/vitest.mjs', ...all], {
      cwd,
      node,
      env: { ...env, CI: process.env.CI ?? 'true' },
    })
    return readReport(report, { cwd, isPassed })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(path, { cwd, isPassed }) {
  if (!existsSync(path)) return { passed: 0, failed: 1, failures: [], files: [] }
  const {
    numPassedTests: passed,
    numFailedTests,
    numPendingTests,
    testResults,
  } = JSON.parse(readFileSync(path, 'utf8'))
  if (numPendingTests > 0) console.log(`${numPendingTests} tests were skipped.`)
  // A file that cannot be loaded has no tests to count.
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length)
  const failed = numFailedTests + broken.length
  const failures = testResults.flatMap((file) => listFailures(relative(cwd, file.name), file))
  const files = testResults.map(({ name, startTime, endTime }) => ({
    name: relative(cwd, name),
    millis: endTime - startTime,
  }))
  // Errors outside of any test, and a run without tests, are failures too.
  return { passed, failed: failed === 0 && (!isPassed || passed === 0) ? 1 : failed, failures, files }
}

function listFailures(name, { status, message, assertionResults }) {
  if (status === 'failed' && !assertionResults.length) return [{ file: name, text: `${name}: ${message}` }]
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({ file: name, text: `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}` }))
}

/** The twenty slowest files, each with the reason why it may take over 20 s. */
export function listSlowest(files) {
  const reasons = new Map(Object.entries(slowEveryday))
  for (const { files: listed = [], why } of parts) {
    for (const file of listed) if (!reasons.has(file)) reasons.set(file, why)
  }
  const sorted = files.toSorted((a, b) => b.millis - a.millis).slice(0, 20)
  return sorted.map(({ name, millis }) => {
    const reason = reasons.get(name) ?? (millis > slowMillis ? 'over 20 s and not on the list in test-parts.mjs' : '')
    return { name, text: `${(millis / 1000).toFixed(1).padStart(6)} s  ${name}${reason && `: ${reason}`}` }
  })
}

export function describeMinutes(millis) {
  const seconds = Math.round(millis / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
