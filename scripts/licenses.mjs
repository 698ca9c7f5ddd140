// `npm run licenses`: writes docs/licenses.md from the lockfile. A test fails if the file is outdated.

import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listShippedPackages } from './shipped-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Permissive licenses, by their SPDX identifiers. The last one is for fonts. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  'OFL-1.1',
])

/** Whether we may ship it under our own license. `expression` is an SPDX expression without nested parentheses. */
export function isPermissive(expression = '') {
  const alternatives = expression.replace(/[()]/g, '').split(' OR ')
  return alternatives.some((alternative) => alternative.split(' AND ').every((id) => permissive.has(id)))
}

export function describeLicenses(lock) {
  const packages = listShippedPackages(lock)
  const rows = packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license ?? 'unknown'} |`)
  return `# Licenses

Latchkey is [MIT licensed](../LICENSE). It includes these ${packages.length} packages, each under its own license; the
texts are in the packages. Builds for all platforms are listed, of which an installation has one.

\`npm run licenses\` writes this file. A test fails if it is outdated or if a license is not permissive.

| Package | Version | License |
|---|---|---|
${rows.join('\n')}
`
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  writeFileSync(join(root, 'docs/licenses.md'), describeLicenses(lock))
  console.log('docs/licenses.md is up to date.')
}
