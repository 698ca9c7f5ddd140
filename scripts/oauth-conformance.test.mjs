import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const guide = readFileSync(new URL('../docs/guide/oauth-provider-conformance.md', import.meta.url), 'utf8')
const folder = new URL('../packages/server/src/identity/oauth-provider/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'))

/** The tests in the column on the right, without their files and remarks in parentheses. */
const named = guide
  .split('\n')
  .filter((line) => /^\| (?!Case )/.test(line))
  .flatMap((line) => line.split('|')[2].split(';'))
  .map((text) => text.replace(/`[\w/.-]+\.test\.ts`:/, '').replace(/\(.*\)/, ''))
  .map((text) => text.trim())
  .filter((name) => !name.startsWith('every test'))

const toPattern = (title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%s', '.+')

/** The names of tests and groups. Those that are nothing but a case would match everything. */
const titles = files.map((path) => {
  const source = readFileSync(new URL(path, folder), 'utf8')
  const found = [...source.matchAll(/(?:\b(?:test|describe)\(|\)\()\s*(['"`])(.+?)\1,/g)].map(([, , title]) => title)
  return found.filter((title) => title !== '%s').map(toPattern)
})

/** A test may be named together with its group. */
const patterns = titles.map((own) => new RegExp(`^(?:(?:${own.join('|')}),? )?(?:${own.join('|')})$`))

test.each(named)('the guide names a test that there is: %s', (name) => {
  expect(patterns.some((pattern) => pattern.test(name))).toBe(true)
})
