import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const kindsOf = (code: string, language: Parameters<typeof highlight>[1]) =>
  highlight(code, language).flatMap(({ text, kind }) => (kind ? [`${kind}: ${text}`] : []))

test('marks keywords, strings, tags, attributes and comments', () => {
  expect(kindsOf(`const a = 'new' // don't\n<Page to="x" id={a}>return</Page>`, 'tsx')).toEqual([
    'keyword: const',
    "string: 'new'",
    "comment: // don't",
    'tag: <Page',
    'name: to',
    'string: "x"',
    'name: id',
    'keyword: return',
    'tag: </Page',
  ])
})

test('marks commands, options and addresses', () => {
  expect(kindsOf('npx http://localhost:8102/a.tgz my-app --key pck_1\nnpm run dev', 'sh')).toEqual([
    'keyword: npx',
    'string: http://localhost:8102/a.tgz',
    'name: --key',
    'keyword: npm',
  ])
})

test('marks names and values of variables', () => {
  expect(kindsOf('# Keys\nVITE_A=http://x/?a=b\nB=', 'env')).toEqual([
    'comment: # Keys',
    'name: VITE_A',
    'string: http://x/?a=b',
    'name: B',
  ])
})

test.each(['tsx', 'sh', 'env'] as const)('changes nothing about the text of %s', (language) => {
  const code = `a=1\n  <b c="d">{'e'}</b> // f\n`
  const tokens = highlight(code, language)
  expect(tokens.map(({ text }) => text).join('')).toBe(code)
})
