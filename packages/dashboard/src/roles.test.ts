import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type OwnerRole, ownerRoles } from '@latchkey/contract/owner-roles'
import { expect, test } from 'vitest'
import { neededFor } from './data/pages.ts'
import { RoleWalk } from './testing/role-walk.ts'

const inSource = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The pages of a project with their paths, from the router. */
const pages = [
  ...readFileSync(inSource('shell/router.tsx'), 'utf8').matchAll(
    /[pP]age\('([^']+)',(?: \w+,)? \(\) => import\('\.\.\/([^']+)'\)/g,
  ),
].map(([, path, file]) => ({ path: path!, file: inSource(file!) }))

function findRefused(role: OwnerRole, isInternal: boolean): string[] {
  const id = isInternal ? 'internal' : 'p1'
  return pages.flatMap(({ path, file }) => {
    const walk = new RoleWalk(role, isInternal)
    if (!walk.may(neededFor(`/projects/${id}/${path}`.replace(/\/$/, ''), id))) return []
    walk.open(file)
    return [...walk.refused].map((line) => `${path}: ${line}`)
  })
}

test.each(ownerRoles)('no page offers the role %s what the server refuses', (role) => {
  expect(pages.length).toBeGreaterThan(30)
  expect(findRefused(role, false)).toEqual([])
})

test.each(ownerRoles)('no page of the project internal offers the role %s what the server refuses', (role) => {
  expect(findRefused(role, true)).toEqual([])
})
