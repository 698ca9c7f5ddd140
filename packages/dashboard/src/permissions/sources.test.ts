import { expect, test } from 'vitest'
import { findSources } from './sources.ts'

const define = (id: string, ...contained_permission_ids: string[]) => ({ id, contained_permission_ids })

test('finds permissions that contain another at any depth and in cycles, except itself', () => {
  const definitions = [define('boss', 'editor'), define('editor', 'viewer'), define('viewer', 'boss'), define('other')]
  expect(findSources(definitions, ['boss', 'other', 'viewer'], 'viewer')).toEqual(['boss'])
  expect(findSources(definitions, ['boss', 'editor'], 'other')).toEqual([])
  expect(findSources(definitions, [], 'viewer')).toEqual([])
})
