import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../packages', import.meta.url))
const imports = /^(?:import|export) (?!type\b)([^'"]*?)from '(\.[^']+)'/gm

test.each([
  'cli',
  'contract',
  'create',
  'dashboard',
  'react',
  'sdk',
  'server',
])('no folder of %s imports, directly or indirectly, one that imports it', (name) => {
  const root = join(packages, name, 'src')
  const edges = new Map()
  for (const file of listSources(root)) {
    for (const [, names, path] of readFileSync(join(root, file), 'utf8').matchAll(imports)) {
      const [from, to] = [folderOf(file), folderOf(join(dirname(file), path))]
      if (!from || !to || from === to || isTypesOnly(names)) continue
      edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  if (name === 'server') expect(edges.size).toBeGreaterThan(10)
  expect(listCircular(edges)).toEqual([])
})

/** Importing what writes statements, calling the query builder, or passing a text to the driver. */
const sql = [
  /^import \{[^}]*\b(?:sql|prepareQuery)\b[^}]*\}/m,
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/,
  /\b(?:client|pool)\.query(?:<[^>]*>)?\(\s*['"`]/,
]

test('SQL is written in query files only', () => {
  const root = join(packages, 'server', 'src')
  const files = listSources(root).filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return sql.some((pattern) => pattern.test(text))
  })
  const isQueryFile = (file) =>
    /^(?:.+-)?queries\.ts$/.test(basename(file)) || dirname(file).startsWith(join('platform', 'db'))
  expect(files.filter(isQueryFile).length).toBeGreaterThan(50)
  expect(files.filter((file) => !isQueryFile(file))).toEqual([])
})

function listSources(root) {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('testing'),
  )
}

/** Undefined for files outside of a folder. */
function folderOf(file) {
  return file.includes(sep) ? file.split(sep)[0] : undefined
}

function isTypesOnly(names) {
  const listed = /\{([^}]*)\}/.exec(names)?.[1]?.split(',') ?? ['']
  return listed.every((name) => !name.trim() || name.trim().startsWith('type '))
}

/** What remains after repeatedly removing everything that imports nothing of the rest. */
function listCircular(edges) {
  const left = new Set(edges.keys())
  for (let size = -1; size !== left.size; ) {
    size = left.size
    for (const node of left) {
      if (![...edges.get(node)].some((target) => left.has(target))) left.delete(node)
    }
  }
  return [...left].sort()
}
