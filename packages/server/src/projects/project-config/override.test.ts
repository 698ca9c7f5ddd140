import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandOverride, isKeyPath, mergeOverride, type Override } from './override.ts'

describe('a key path', () => {
  test.each([
    'a',
    'a.b',
    'auth.oauth.providers.github',
    'a.0',
    '$x.y-z',
    '_:a',
    'A1',
    'toString.valueOf',
  ])('may be %s', (key) => expect(isKeyPath(key)).toBe(true))

  test.each([
    '',
    '.',
    'a.',
    '.a',
    'a..b',
    '-a',
    'a.-b',
    'a b',
    'a/b',
    'ä',
    'a.b\n',
    'a,b',
    'a[0]',
    '*',
  ])('may not be %j', (key) => expect(isKeyPath(key)).toBe(false))

  test.each([
    '__proto__',
    'a.__proto__.b',
    'constructor',
    'constructor.prototype',
    'a.prototype',
  ])('may not be %s, which every object has', (key) => expect(isKeyPath(key)).toBe(false))
})

describe('merging', () => {
  test('replaces a key and everything below it', () => {
    const stored = {
      'payments.items.x': { a: 1 },
      'payments.items.x.b': 2,
      'payments.items.y': 3,
      'payments.itemsx': 4,
    }
    expect(mergeOverride(stored, { 'payments.items.x': { c: 5 } })).toEqual({
      'payments.items.x': { c: 5 },
      'payments.items.y': 3,
      'payments.itemsx': 4,
    })
    expect(mergeOverride(stored, { payments: {} })).toEqual({ payments: {} })
  })

  test('keeps a deeper key beside the object that it changes', () => {
    expect(mergeOverride({ a: { b: 1, c: 2 } }, { 'a.b': 3 })).toEqual({ a: { b: 1, c: 2 }, 'a.b': 3 })
  })

  test('removes by null, and keeps the null only to hide a default', () => {
    expect(mergeOverride({ 'a.b': 1, 'a.b.c': 2 }, { 'a.b': null })).toEqual({})
    expect(mergeOverride({ a: { b: 1 } }, { 'a.b': null })).toEqual({ a: { b: 1 }, 'a.b': null })
    expect(mergeOverride({ a: { b: 1 }, 'a.b': null }, { a: null })).toEqual({})
    expect(mergeOverride({ a: { b: 1 } }, { 'a.b': null, a: null })).toEqual({})
    expect(mergeOverride({}, { 'a.b': null, a: null })).toEqual({})
  })

  test('does not change what it is given', () => {
    const stored = Object.freeze({ a: Object.freeze({ b: 1 }) })
    const patch = Object.freeze({ 'a.b': null })
    expandOverride(mergeOverride(stored, patch))
    expect(stored).toEqual({ a: { b: 1 } })
  })

  test('does not depend on the order of the keys', () => {
    const stored = { a: { b: 1 }, 'x.y': 2 }
    const patch = { 'a.b': 3, a: { c: 4 }, 'x.y.z': 5, x: null }
    const reversed = Object.fromEntries(Object.entries(patch).reverse())
    expect(mergeOverride(stored, patch)).toEqual(mergeOverride(stored, reversed))
    expect(expandOverride(mergeOverride(stored, patch))).toEqual({ a: { b: 3, c: 4 }, x: { y: { z: 5 } } })
  })

  test('takes a moment even for very many keys', () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`payments.items.i${index}`, {}]))
    expect(Object.keys(mergeOverride(many, many))).toHaveLength(100_000)
  })
})

describe('expanding', () => {
  test('lets deeper keys win, in whatever order they are stored', () => {
    expect(expandOverride({ 'a.b.c': 3, 'a.b': { c: 2, d: 2 }, a: { b: { c: 1, e: 1 }, f: 1 } })).toEqual({
      a: { b: { c: 3, d: 2 }, f: 1 },
    })
  })

  test('leaves nulls out, at any depth', () => {
    expect(expandOverride({ a: { b: null, c: { d: null } }, x: null, 'a.c': null, 'y.z': null })).toEqual({ a: {} })
  })

  test('addresses elements of arrays by number', () => {
    const stored = { interval: [1, 'day'], 'interval.0': 2 }
    expect(expandOverride(stored)).toEqual({ interval: [2, 'day'] })
    expect(stored.interval).toEqual([1, 'day'])
  })

  test.each([
    '__proto__.polluted',
    'constructor.prototype.polluted',
    'a.__proto__.polluted',
  ])('does not let %s reach what every object has', (key) => {
    const nested = JSON.parse('{"a":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}')
    const tree = expandOverride({ [key]: 1, ...nested })
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(Object.keys((tree.a as object | undefined) ?? {})).toEqual([])
  })
})

const name = fc.constantFrom('a', 'b', 'c')
const dictionary = <T>(value: fc.Arbitrary<T>) => fc.dictionary(name, value, { maxKeys: 3, noNullPrototype: true })
/** Values of a tree of three levels, by the level of their key; any of them may be null. */
const leaf = fc.constantFrom(null, 1, 2, [3])
const branch = fc.option(dictionary(leaf))
const root = fc.option(dictionary(branch))
const entry = fc.oneof(
  fc.tuple(name, root),
  fc.tuple(fc.tuple(name, name).map(String), branch),
  fc.tuple(fc.tuple(name, name, name).map(String), leaf),
)
const override: fc.Arbitrary<Override> = fc
  .array(entry, { maxLength: 6 })
  .map((entries) => Object.fromEntries(entries.map(([key, value]) => [key.replaceAll(',', '.'), value])))

/** The merge rule word for word: the stored keys that a key of the patch covers go, then the patch is there. */
function literalMerge(stored: Override, patch: Override): Override {
  const isCovered = (key: string) => Object.keys(patch).some((k) => key === k || key.startsWith(`${k}.`))
  const kept = Object.entries(stored).filter(([key]) => !isCovered(key))
  return { ...Object.fromEntries(kept), ...patch }
}

/** What the override says about each leaf: the deepest key that covers it decides. */
function readLeaves(override: Override): Record<string, unknown> {
  const leaves: Record<string, unknown> = {}
  for (const a of 'abc') {
    for (const b of 'abc') {
      for (const c of 'abc') {
        const keys = [`${a}.${b}.${c}`, `${a}.${b}`, a].filter((key) => Object.hasOwn(override, key))
        const [deepest] = keys
        if (deepest === undefined) continue
        const rest = [a, b, c].slice(deepest.split('.').length)
        const value = rest.reduce<unknown>((node, step) => (node as Override | null)?.[step] ?? null, override[deepest])
        if (value !== null) leaves[`${a}.${b}.${c}`] = value
      }
    }
  }
  return leaves
}

const manyRuns = { numRuns: 2_000 }

test('merging and expanding agree with the rules word for word', () => {
  fc.assert(
    fc.property(override, override, (stored, patch) => {
      const expanded = expandOverride(mergeOverride(stored, patch))
      expect(readLeaves(expanded)).toEqual(readLeaves(literalMerge(stored, patch)))
    }),
    manyRuns,
  )
})

test('merging the same patch twice changes nothing more', () => {
  fc.assert(
    fc.property(override, override, (stored, patch) => {
      const once = mergeOverride(stored, patch)
      expect(mergeOverride(once, patch)).toEqual(once)
    }),
    manyRuns,
  )
})

test('an expanded override expands to itself and has no null', () => {
  fc.assert(
    fc.property(override, (values) => {
      const expanded = expandOverride(values)
      expect(expandOverride(expanded)).toEqual(expanded)
      expect(JSON.stringify(expanded)).not.toContain('null')
    }),
    manyRuns,
  )
})
