import { describe, expect, test } from 'vitest'
import { renderConfig } from '../../projects/project-config/render.ts'
import { comparePermissionIds, expandPermissions, listGrantingIds, scopeOf } from './graph.ts'

type Graph = Record<string, string[]>

function configOf(team: Graph, project: Graph = {}) {
  const entries = (graph: Graph, scope: string) =>
    Object.entries(graph).map(([id, contained]) => [
      id,
      { scope, containedPermissionIds: Object.fromEntries(contained.map((other) => [other, true])) },
    ])
  const permissions = Object.fromEntries([...entries(team, 'team'), ...entries(project, 'project')])
  return renderConfig({ 'rbac.permissions': permissions })
}

describe('a permission', () => {
  test('gives what it contains at any depth, and is given by whatever contains it', () => {
    const config = configOf({ a: ['b', '$read_members'], b: ['c'], c: [], d: ['c'] })
    expect([...expandPermissions(config, 'team', ['a'])].sort()).toEqual(['$read_members', 'a', 'b', 'c'])
    expect(listGrantingIds(config, 'team', 'c').sort()).toEqual(['a', 'b', 'c', 'd'])
    expect(listGrantingIds(config, 'team', '$read_members').sort()).toEqual(['$read_members', 'a'])
  })

  test('in a circle is given by every other of it, and the search ends', () => {
    const config = configOf({ a: ['b'], b: ['c'], c: ['a'], self: ['self'] })
    expect([...expandPermissions(config, 'team', ['b'])].sort()).toEqual(['a', 'b', 'c'])
    expect(listGrantingIds(config, 'team', 'b').sort()).toEqual(['a', 'b', 'c'])
    expect([...expandPermissions(config, 'team', ['self'])]).toEqual(['self'])
  })

  test('has no effect without a definition, nor across scopes', () => {
    const config = configOf({ a: ['gone', 'p'] }, { p: ['a', '$update_team'] })
    expect([...expandPermissions(config, 'team', ['a', 'gone', 'p'])]).toEqual(['a'])
    expect([...expandPermissions(config, 'project', ['p', '$update_team'])]).toEqual(['p'])
    expect(listGrantingIds(config, 'team', 'gone')).toEqual([])
    expect(listGrantingIds(config, 'team', '$update_team')).toEqual(['$update_team'])
    for (const name of ['constructor', '__proto__', 'toString']) expect(scopeOf(config, name)).toBeUndefined()
  })

  test('a thousand deep or with ten thousand children is found whole', () => {
    const deep = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`p${i}`, [`p${i + 1}`]]))
    const wide = { root: Array.from({ length: 10_000 }, (_, i) => `c${i}`) }
    const children = Object.fromEntries(wide.root.map((id) => [id, ['$read_members']]))
    const config = configOf({ ...deep, p1000: ['$update_team'], ...wide, ...children })
    expect(listGrantingIds(config, 'team', '$update_team')).toHaveLength(1_002)
    expect(listGrantingIds(config, 'team', '$read_members')).toHaveLength(10_002)
    expect(expandPermissions(config, 'team', ['root']).size).toBe(10_002)
  })
})

test('ids are ordered by their upper-cased text', () => {
  expect(['_a', 'b', '$read_members', 'a:b', 'ab', 'a_b', '1'].sort(comparePermissionIds)).toEqual([
    '$read_members',
    '1',
    'a:b',
    'ab',
    'a_b',
    'b',
    '_a',
  ])
})
