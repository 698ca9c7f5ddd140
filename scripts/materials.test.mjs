import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeAudit } from './audit.mjs'
import { describeLicenses, isPermissive } from './licenses.mjs'
import { describeMaterials } from './sbom.mjs'
import { listShippedPackages } from './shipped-packages.mjs'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const lock = JSON.parse(read('package-lock.json'))
const shipped = listShippedPackages(lock)

test('what the server, the dashboard and the email runtime use is shipped, what builds and tests them is not', () => {
  const names = shipped.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['pg', 'zod', 'hono', 'react-dom', '@react-email/components', 'cmdk']))
  for (const name of ['vitest', 'typescript', 'playwright-core', 'esbuild', 'better-auth', '@latchkey/server']) {
    expect(names).not.toContain(name)
  }
})

test('everything that is shipped has a permissive license', () => {
  expect(shipped.filter(({ license }) => !isPermissive(license))).toEqual([])
})

test('one of several licenses is enough, but all of a combination have to be permissive', () => {
  expect(isPermissive('(AFL-2.1 OR BSD-3-Clause)')).toBe(true)
  expect(isPermissive('MIT AND ISC')).toBe(true)
  for (const license of ['MIT AND GPL-3.0-only', 'AGPL-3.0-only', 'SEE LICENSE IN FILE', undefined]) {
    expect(isPermissive(license)).toBe(false)
  }
})

test('docs/licenses.md is up to date (npm run licenses)', () => {
  expect(read('docs/licenses.md')).toBe(describeLicenses(lock))
})

// ASVS 15.1.2
test('the bill of materials names exactly what is shipped, with versions, licenses and hashes', () => {
  const { bomFormat, components, dependencies, metadata } = describeMaterials()
  expect(bomFormat).toBe('CycloneDX')
  expect(metadata.component).toMatchObject({ name: 'latchkey', type: 'application' })
  const references = shipped.map(({ name, version }) => `${name}@${version}`)
  expect(components.map((component) => component['bom-ref']).sort()).toEqual([...references].sort())
  for (const { name, licenses, purl, hashes } of components) {
    expect({ name, licenses, purl, hashes }).toEqual({
      name,
      licenses: [expect.anything()],
      purl: expect.stringMatching(/^pkg:npm\//),
      hashes: [expect.objectContaining({ alg: 'SHA-512' })],
    })
  }
  expect(dependencies.map(({ ref }) => ref).sort()).toEqual(['latchkey@0.1.0', ...references].sort())
}, 120_000)

test('an audit names each vulnerable package, how bad it is and whether it is shipped', () => {
  const advisory = { title: 'Prototype pollution', url: 'https://github.com/advisories/GHSA-1' }
  const vulnerabilities = {
    pg: { name: 'pg', severity: 'high', range: '<8.1', via: [advisory] },
    vitest: { name: 'vitest', severity: 'low', range: '*', via: ['pg'] },
  }
  expect(describeAudit({ vulnerabilities }, new Set(['pg']))).toEqual({
    result: 'vulnerable',
    lines: [
      'high: pg <8.1 (shipped): Prototype pollution https://github.com/advisories/GHSA-1',
      'low: vitest * (development only): by way of pg',
    ],
  })
  expect(describeAudit({ vulnerabilities: {} }, new Set()).result).toBe('clean')
})

test.each([
  [{ message: '405 Method Not Allowed', statusCode: 405 }, '405 Method Not Allowed'],
  [{ error: { code: 'ENOTFOUND', summary: 'request failed' } }, 'request failed'],
  [undefined, 'npm audit did not respond.'],
])('an audit without advisories says that nothing was checked (%j)', (report, reason) => {
  expect(describeAudit(report, new Set())).toEqual({
    result: 'unchecked',
    lines: [`Nothing was checked: the registry does not serve advisories (${reason}).`],
  })
})
