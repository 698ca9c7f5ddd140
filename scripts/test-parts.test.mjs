import { expect, test } from 'vitest'
import { listEverydayFiles, listTestFiles, parts, slowEveryday, takeShard } from './test-parts.mjs'

test('every file that a list names exists, and runs in one part only', () => {
  const all = new Set(listTestFiles())
  const named = parts.flatMap(({ files = [] }) => files)
  expect([...named, ...Object.keys(slowEveryday)].filter((file) => !all.has(file))).toEqual([])
  const once = parts.filter(({ isRepeated }) => !isRepeated).flatMap(({ files = [] }) => files)
  expect(new Set(once).size).toBe(once.length)
})

test('npm test and the parts run every file', () => {
  const run = new Set([...listEverydayFiles(), ...parts.flatMap(({ files = [] }) => files)])
  expect(listTestFiles().filter((file) => !run.has(file))).toEqual([])
})

test('shards together are the whole, without repeating anything', () => {
  const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const shards = [1, 2, 3].map((index) => takeShard(items, [index, 3]))
  expect(shards.flat().sort()).toEqual(items)
  expect(shards.map((shard) => shard.length)).toEqual([3, 2, 2])
})
