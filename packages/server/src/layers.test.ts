import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))
const imports = /^(?:import|export) (?!type\b)([^'"]*?)from '(\.[^']+)'/gm

test('no layer of a folder imports, directly or indirectly, one that imports it', () => {
  const edges = new Map<string, Set<string>>()
  for (const file of listSources()) {
    for (const [, names, path] of readFileSync(join(root, file), 'utf8').matchAll(imports)) {
      const [from, to] = [layerOf(file), layerOf(join(dirname(file), path!))]
      if (!from || !to || from === to || isTypesOnly(names!)) continue
      edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  expect(edges.size).toBeGreaterThan(50)
  expect(listCircular(edges)).toEqual([])
})

function listSources(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => relative('.', file))
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.startsWith('testing'))
}

/** A feature's folder, divided into queries, actions and routes. Undefined for files outside of a folder. */
function layerOf(file: string): string | undefined {
  if (!/[\\/]/.test(file)) return undefined
  const folder = file.split(/[\\/]/)[0]
  return `${folder} ${/^(?:.+-)?(queries|routes)\.ts$/.exec(basename(file))?.[1] ?? 'actions'}`
}

function isTypesOnly(names: string): boolean {
  const listed = /\{([^}]*)\}/.exec(names)?.[1]?.split(',') ?? ['']
  return listed.every((name) => !name.trim() || name.trim().startsWith('type '))
}

/** What remains after repeatedly removing everything that imports nothing of the rest. */
function listCircular(edges: Map<string, Set<string>>): string[] {
  const left = new Set(edges.keys())
  for (let size = -1; size !== left.size; ) {
    size = left.size
    for (const node of left) {
      if (![...edges.get(node)!].some((target) => left.has(target))) left.delete(node)
    }
  }
  return [...left].sort()
}
