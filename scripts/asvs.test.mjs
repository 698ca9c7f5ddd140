import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeAsvs, findAnnotations, listProblems, parseAnnotations, readRequirements } from './asvs.mjs'

const chapters = readRequirements()
const annotations = findAnnotations()

test('every requirement has a test, a setting, a document or a reason, and every annotation a requirement', () => {
  expect(listProblems(chapters, annotations)).toEqual([])
})

test('all requirements of the levels 1 and 2 are listed once', () => {
  const requirements = chapters.flatMap((chapter) => chapter.requirements)
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(requirements.length)
  // As many as the standard has.
  expect(requirements.filter(({ level }) => level === 1)).toHaveLength(70)
  expect(requirements.filter(({ level }) => level === 2)).toHaveLength(183)
})

test('docs/security/asvs.md is up to date (npm run asvs)', () => {
  const file = readFileSync(new URL('../docs/security/asvs.md', import.meta.url), 'utf8')
  expect(file).toBe(describeAsvs(chapters, annotations))
})

// Put together here, so that they do not count as annotations of this file.
const comment = (ids) => `// ASVS ${ids}`

test('an annotation belongs to the test or group below it', () => {
  const source = [
    comment('1.2.3, 4.5.6'),
    "test('is safe', async () => {})",
    `  ${comment('7.8.9')}`,
    "  test.each(['a', 'b'])('is safe with %s', () => {})",
    comment('1.1.1'),
    'test.each([',
    "  ['one', 'two'],",
    "])('holds (%s)', (_, value) => {})",
    comment('2.2.2'),
    "describe('all of it', () => {",
    `  ${comment('2.2.3')}`,
    "  test('is safe', () => {})",
    '})',
    comment('3.3.3'),
    'const x = 1',
  ].join('\n')
  expect(parseAnnotations(source)).toEqual([
    { id: '1.2.3', name: 'is safe' },
    { id: '4.5.6', name: 'is safe' },
    { id: '7.8.9', name: 'is safe with %s' },
    { id: '1.1.1', name: 'holds (%s)' },
    { id: '2.2.2', name: 'all of it' },
    { id: '2.2.3', name: 'all of it › is safe' },
    { id: '3.3.3', name: undefined },
  ])
})

test('what is missing, unknown, misplaced or contradictory is named', () => {
  const requirements = [
    { id: '1.1.1' },
    { id: '1.1.2', notApplicable: 'Not used.' },
    { id: '1.1.3', setting: 'LATCHKEY_NOTHING' },
    { id: '1.1.4', document: 'docs/guide/security.md#nothing' },
    { id: '1.1.5', document: 'docs/guide/security.md#limits' },
    { id: '1.1.6', setting: 'LATCHKEY_URL' },
  ]
  const found = [
    { id: '1.1.2', file: 'a.test.ts', name: 'x' },
    { id: '9.9.9', file: 'b.test.ts', name: undefined },
  ]
  expect(listProblems([{ requirements }], found)).toEqual([
    'b.test.ts: there is no requirement 9.9.9.',
    'b.test.ts: ASVS 9.9.9 is not directly above a test.',
    '1.1.1 has no test, setting, document or reason.',
    '1.1.2 does not apply, and yet is met.',
    '1.1.3: docs/configuration.md has no setting LATCHKEY_NOTHING.',
    '1.1.4: there is no docs/guide/security.md#nothing.',
  ])
})
