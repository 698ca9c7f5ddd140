import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const foundations = ['environment', 'errors', 'cache', 'session', 'transport', 'core']

test('folders import in one direction only: foundations, features, apps', () => {
  for (const [from, to] of listCodeImports()) {
    expect(levelOf(to), `${from} imports code of ${to}`).toBeLessThanOrEqual(levelOf(from))
  }
})

test('features have no import cycles', () => {
  const imports = listCodeImports()
  // Removes folders that no remaining folder imports until none is left; folders in a cycle would remain.
  let rest = new Set(imports.flat())
  for (let size = 0; size !== rest.size; ) {
    size = rest.size
    rest = new Set(imports.filter(([from, to]) => rest.has(from) && rest.has(to)).map(([, to]) => to))
  }
  expect([...rest]).toEqual([])
})

function levelOf(folder: string): number {
  if (folder === 'app') return Infinity
  const level = foundations.indexOf(folder)
  return level < 0 ? foundations.length : level
}

/** Pairs of folders. Lazy imports count, type imports do not: users, teams, projects and apps refer to each other. */
function listCodeImports(): [from: string, to: string][] {
  const root = import.meta.dirname
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\/.*\.ts$/.test(file) && !/^testing|\.test\.ts$/.test(file),
  )
  return files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8')
    const imported = code.matchAll(
      /^(?:import|export) (?!type )([^']*) from '(\.[^']*)'|(?<!typeof )import\('(\.[^']*)'\)/gm,
    )
    return [...imported].flatMap(([, names = '', statically, onDemand]): [string, string][] => {
      const isTypesOnly = /^\{\s*(?:type \w+,?\s*)+\}$/.test(names)
      const [from, to] = [file, join(dirname(file), statically ?? onDemand!)].map(
        (path) => normalize(path).split('/')[0]!,
      )
      return isTypesOnly || from === to ? [] : [[from!, to!]]
    })
  })
}
