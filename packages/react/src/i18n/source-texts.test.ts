// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ConnectionTexts } from './connections/source-texts.ts'
import { connectionTexts, sourceTexts, type Texts } from './source-texts.ts'

// TypeScript ensures that every text a component uses is in the list; this checks the reverse.
test('every text of the list is used', () => {
  const folder = new URL('..', import.meta.url)
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|i18n\/[a-z]{2}-|source-texts/.test(path))
    .map((path) => readFileSync(new URL(path, folder), 'utf8'))
    .join('\n')
  const isShown = (text: string) => sources.includes(`'${text}'`) || sources.includes(`"${text}"`)
  expect([...sourceTexts, ...connectionTexts].filter((text) => !isShown(text))).toEqual([])
})

test('no text is listed twice', () => {
  const all = [...sourceTexts, ...connectionTexts]
  expect(new Set<string>(all).size).toBe(all.length)
})

const folder = new URL('.', import.meta.url)
const locales = readdirSync(folder).filter((name) => /^[a-z]{2}-\w+\.ts$/.test(name))

test('there are twelve languages besides English', () => {
  expect(locales).toHaveLength(12)
})

test('the texts about connections are in the same languages', () => {
  expect(readdirSync(new URL('connections/', folder)).filter((name) => /^[a-z]{2}-\w+\.ts$/.test(name))).toEqual(
    locales,
  )
})

test.each(locales)('%s has the placeholders of the English texts', async (name) => {
  const { default: texts } = (await import(new URL(name, folder).href)) as { default: Texts }
  const placeholders = (text: string) => text.match(/\{\w+\}/g)?.sort() ?? []
  for (const text of sourceTexts) {
    expect(texts[text], text).toBeTruthy()
    expect(placeholders(texts[text]), text).toEqual(placeholders(text))
  }
  const { default: more } = (await import(new URL(`connections/${name}`, folder).href)) as { default: ConnectionTexts }
  for (const text of connectionTexts) {
    expect(more[text], text).toBeTruthy()
    expect(placeholders(more[text]), text).toEqual(placeholders(text))
  }
})
