// `npm run audit`: compares the lockfiles with the advisories of the npm registry. Not part of `npm test`, because it
// needs a registry that has them; a mirror often does not.

import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnNpm } from './run.mjs'
import { listShippedPackages } from './shipped-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What `npm audit --json` found, as lines to print, and whether that is nothing, something, or could not be checked. */
export function describeAudit(report, shippedNames) {
  if (!report?.vulnerabilities) {
    const reason = report?.message ?? report?.error?.summary ?? 'npm audit did not respond.'
    return { result: 'unchecked', lines: [`Nothing was checked: the registry does not serve advisories (${reason}).`] }
  }
  const lines = Object.values(report.vulnerabilities).map(({ name, severity, range, via }) => {
    const reasons = via.map((cause) =>
      typeof cause === 'string' ? `by way of ${cause}` : `${cause.title} ${cause.url}`,
    )
    const use = shippedNames.has(name) ? 'shipped' : 'development only'
    return `${severity}: ${name} ${range} (${use}): ${reasons.join('; ')}`
  })
  if (lines.length === 0) return { result: 'clean', lines: ['No known vulnerabilities.'] }
  return { result: 'vulnerable', lines: lines.sort() }
}

function auditLock(folder) {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  // The example's own dependencies are not shipped.
  const shipped = folder === root ? listShippedPackages(lock) : []
  const { stdout } = spawnNpm(['audit', '--json', '--package-lock-only'], { cwd: folder })
  return describeAudit(parse(stdout), new Set(shipped.map(({ name }) => name)))
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  for (const name of ['', 'examples/nextjs/', 'examples/mcp-server/']) {
    const { result, lines } = auditLock(join(root, name))
    console.log(`${name}package-lock.json\n${lines.map((line) => `  ${line}`).join('\n')}`)
    if (result !== 'clean') process.exitCode = 1
  }
}
