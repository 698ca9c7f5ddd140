import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listMissingBuilds, platforms } from './platform-builds.mjs'

const build = (os, cpu, libc) => ({
  version: '1.0.0',
  optional: true,
  os: [os],
  cpu: [cpu],
  ...(libc && { libc: [libc] }),
})
const builds = {
  'node_modules/@fast/core-linux-x64-gnu': build('linux', 'x64', 'glibc'),
  'node_modules/@fast/core-linux-x64-musl': build('linux', 'x64', 'musl'),
  'node_modules/@fast/core-linux-arm64': build('linux', 'arm64'),
  'node_modules/@fast/core-darwin-x64': build('darwin', 'x64'),
  'node_modules/@fast/core-darwin-arm64': build('darwin', 'arm64'),
  'node_modules/@fast/core-win32-x64-msvc': build('win32', 'x64'),
}
const namesOf = (paths) => Object.fromEntries(paths.map((path) => [path.replace('node_modules/', ''), '1.0.0']))
const fast = { version: '1.0.0', optionalDependencies: namesOf(Object.keys(builds)) }
const lockOf = (packages) => ({ packages: { '': {}, 'node_modules/fast': fast, ...packages } })

test.each([
  '',
  'examples/nextjs/',
  'examples/mcp-server/',
])('our lock in /%s names a build of everything for every platform', (folder) => {
  const lock = JSON.parse(readFileSync(new URL(`../${folder}package-lock.json`, import.meta.url), 'utf8'))
  expect(listMissingBuilds(lock)).toEqual([])
  expect(platforms).toHaveLength(7)
})

test('a lock that names them all misses nothing, and a build without a libc is for each', () => {
  expect(listMissingBuilds(lockOf(builds))).toEqual([])
})

test('what npm left out is named with the platform that lacks it', () => {
  const { 'node_modules/@fast/core-darwin-x64': _, 'node_modules/@fast/core-linux-x64-musl': __, ...rest } = builds
  expect(listMissingBuilds(lockOf(rest))).toEqual([
    'fast 1.0.0 has no build for Linux x64 (musl) in package-lock.json (@fast/core-…).',
    'fast 1.0.0 has no build for macOS x64 in package-lock.json (@fast/core-…).',
  ])
})

test('so is what the package itself does not offer, and each family of builds counts by itself', () => {
  const server = { optionalDependencies: { '@other/linux-x64': '1.0.0', ...fast.optionalDependencies } }
  const missing = listMissingBuilds({
    packages: { 'packages/server': server, ...builds, 'node_modules/@other/linux-x64': build('linux', 'x64') },
  })
  expect(missing).toHaveLength(5)
  for (const message of missing) expect(message).toMatch(/^packages\/server .* \(@other\/…\)\.$/)
})

test('a build may be next to the package that names it', () => {
  const nested = Object.fromEntries(Object.entries(builds).map(([path, entry]) => [`node_modules/fast/${path}`, entry]))
  expect(listMissingBuilds(lockOf(nested))).toEqual([])
})

test('packages without native code are ignored', () => {
  const plain = { version: '8.0.0', optionalDependencies: { 'pg-cloudflare': '1.0.0', fsevents: '2.0.0' } }
  expect(listMissingBuilds({ packages: { 'node_modules/pg': plain } })).toEqual([])
})
