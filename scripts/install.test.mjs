import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeThisPlatform } from './platform-builds.mjs'

const { os, cpu, libc } = describeThisPlatform()
const part = `@fast/core-${os}-${cpu}`
const packages = {
  'node_modules/fast': {
    version: '1.0.0',
    optionalDependencies: { [part]: '1.0.0', '@fast/core-linux-other': '1.0.0' },
  },
  [`node_modules/${part}`]: { version: '1.0.0', optional: true, os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) },
  'node_modules/@fast/core-linux-other': { version: '1.0.0', optional: true, os: ['linux'], cpu: ['other'] },
}
const { [`node_modules/${part}`]: _, ...packagesOfOthers } = packages

/** A fake npm: records its arguments and installs the packages it is told to have. */
const npm = `
const { mkdirSync, writeFileSync, rmSync } = require('node:fs')
writeFileSync('npm-was-asked', process.argv.slice(2).join(' '))
rmSync('node_modules', { recursive: true, force: true })
for (const path of JSON.parse(process.env.TEST_NPM_HAS)) {
  mkdirSync(path, { recursive: true })
  writeFileSync(path + '/package.json', '{ "main": "core.node" }')
  writeFileSync(path + '/core.node', '')
}
`

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'latchkey-install-'))
  const scripts = fileURLToPath(new URL('.', import.meta.url))
  for (const name of ['start', 'install', 'run', 'platform-builds']) {
    cpSync(join(scripts, `${name}.mjs`), join(root, `scripts/${name}.mjs`))
  }
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(join(root, 'npm.cjs'), npm)
  // Replaces everything after the installation.
  writeFileSync(join(root, 'scripts/build.mjs'), 'export const build = () => console.log("built") || process.exit(0)')
})
afterEach(() => rmSync(root, { recursive: true }))

function start(npmHas = Object.keys(packages)) {
  rmSync(join(root, 'npm-was-asked'), { force: true })
  const env = { ...process.env, npm_execpath: join(root, 'npm.cjs'), TEST_NPM_HAS: JSON.stringify(npmHas) }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: root, env })
  const asked = join(root, 'npm-was-asked')
  const command = existsSync(asked) ? readFileSync(asked, 'utf8') : undefined
  return { status, stdout: String(stdout), stderr: String(stderr), command }
}

/** As npm writes it. */
function installByHand(installed) {
  for (const path of Object.keys(installed)) {
    mkdirSync(join(root, path), { recursive: true })
    writeFileSync(join(root, path, 'package.json'), '{ "main": "core.node" }')
    writeFileSync(join(root, path, 'core.node'), 'by hand')
  }
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages: installed }))
}

test('installs exactly what the lock says, with what builds and what is native, and only once', () => {
  const first = start()
  expect(first.command).toMatch(/^ci .*--include=dev --include=optional/)
  expect(first).toMatchObject({ status: 0, stdout: expect.stringContaining('built') })
  expect(start()).toMatchObject({ status: 0, command: undefined })
})

test('does not touch what was installed by hand', () => {
  const { 'node_modules/@fast/core-linux-other': _other, ...installed } = packages
  installByHand(installed)
  expect(start()).toMatchObject({ status: 0, command: undefined })
  expect(readFileSync(join(root, `node_modules/${part}/core.node`), 'utf8')).toBe('by hand')
})

test('installs again what was installed for another platform', () => {
  installByHand(packagesOfOthers)
  expect(start()).toMatchObject({ status: 0, command: expect.stringMatching(/^ci /) })
})

const message = new RegExp(`^The native part ${part} for \\S+ is missing from node_modules: run .*npm ci.*\\.\\n$`)

test('says in one sentence which part the registry did not have, and what to do, and ends', () => {
  const { status, stdout, stderr } = start(Object.keys(packagesOfOthers))
  expect({ status, stdout: stdout.includes('built') }).toEqual({ status: 1, stdout: false })
  expect(stderr).toMatch(message)
})

test.each(['', '/core.node'])('says so as well when it was removed later (%s)', (file) => {
  expect(start().status).toBe(0)
  rmSync(join(root, `node_modules/${part}${file}`), { recursive: true })
  expect(start()).toMatchObject({ status: 1, command: undefined, stderr: expect.stringMatching(message) })
})
