import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const walk = new RoleWalk(role, isInternal)
  for (const { path, file } of pages) {
    if (walk.may(neededFor(`/projects/${id}/${path}`.replace(/\/$/, ''), id))) walk.open(file)
  }
  // What surrounds every page, and the page about the server, which is managed in the project `internal`.
  walk.open(inSource('shell/frame.tsx'), 'Frame')
  if (isInternal) walk.open(inSource('server/server-page.tsx'))
  return [...walk.refused]
}

test('finds all pages of the router', () => {
  const routes = readFileSync(inSource('shell/router.tsx'), 'utf8').match(/^ {2}(page|searchPage)\(/gm)
  expect(pages).toHaveLength(routes!.length)
})

test.each(ownerRoles)('no page offers the role %s what the server refuses', (role) => {
  expect(findRefused(role, false)).toEqual([])
})

/** Who creates a project owns it, and the page about the server belongs to the project `internal`. */
const ownPages = ['first-run/new-project-page.tsx', 'server/server-page.tsx']

test.each(ownerRoles)('no page outside of a project offers the role %s what the server refuses', (role) => {
  const imports = /lazyRouteComponent\(\(\) => import\('\.\.\/([^']+)'\)/g
  const all = [...readFileSync(inSource('shell/router.tsx'), 'utf8').matchAll(imports)].map(([, file]) => file!)
  const files = all.filter((file) => !ownPages.includes(file))
  expect(files).toHaveLength(4)
  const walk = new RoleWalk(role, false)
  for (const file of files) walk.open(inSource(file))
  expect([...walk.refused]).toEqual([])
})

test.each(ownerRoles)('no page of the project internal offers the role %s what the server refuses', (role) => {
  expect(findRefused(role, true)).toEqual([])
})

/** What a page offers to the support role, which may change users but neither see nor change settings. */
function findRefusedIn(source: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-roles-'))
  try {
    writeFileSync(join(folder, 'parts.tsx'), parts)
    const imports = "import { Frame, PlainButton, SaveButton, useSave } from './parts.tsx'"
    writeFileSync(join(folder, 'page.tsx'), `${imports}\nexport default function Page({ id }) { ${source} }`)
    const walk = new RoleWalk('support', false)
    walk.open(join(folder, 'page.tsx'))
    return [...walk.refused].map((line) => line.split(' in ')[0]!)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const change = 'PATCH /internal/projects/current'
const parts = `
  export const useSave = () => () => change('${change}')
  export function SaveButton() { const save = useSave(); return <button onClick={() => save()} {...useLock()} /> }
  export function PlainButton() { const save = useSave(); return <button onClick={() => save()} /> }
  export function Frame({ changes, actions, children }) {
    return <main>{actions && <Allowed to={changes}>{actions}</Allowed>}<Locked to={changes}>{children}</Locked></main>
  }`

test.each([
  ['a button', 'return <SaveButton />'],
  ['a button behind the wrong check', 'return <Allowed to="users"><SaveButton /></Allowed>'],
  ['a button in a frame for something else', 'return <Frame changes="users" actions={<SaveButton />} />'],
  ['a button in a frame without a lock', 'return <Frame><SaveButton /></Frame>'],
  ['a handler that is made outside of the lock', 'const save = useSave(); return <p onClick={save} />'],
  ['a button for reading', 'return <Locked to="settings"><Reading><SaveButton /></Reading></Locked>'],
  ['a button that does not ask the lock', 'return <Locked to="settings"><PlainButton /></Locked>'],
  ['a button in a frame for reading', 'return <Frame changes="settings"><Reading><SaveButton /></Reading></Frame>'],
  ['the other branch', "const may = useMay(); return may('settings') ? null : <SaveButton />"],
])('the walk finds a refused change: %s', (_, source) => {
  expect(findRefusedIn(source)).toEqual([change])
})

test.each([
  ['hidden', 'return <Allowed to="settings"><SaveButton /></Allowed>'],
  ['locked', 'return <Locked to="settings"><SaveButton /></Locked>'],
  ['locked by a frame', 'return <Frame changes="settings" actions={<SaveButton />}><SaveButton /></Frame>'],
  [
    'a handler that is used inside of the lock',
    'const s = useSave(); return <Locked to="settings"><p on={s} /></Locked>',
  ],
  ['locked inside of what only shows', 'return <Reading><Locked to="settings"><SaveButton /></Locked></Reading>'],
  ['a check', "const may = useMay(); return may('settings') && <SaveButton />"],
  ['a return before it', "const may = useMay(); if (!may('settings')) return null; return <SaveButton />"],
])('the walk accepts a change that is not offered: %s', (_, source) => {
  expect(findRefusedIn(source)).toEqual([])
})

test('the walk finds data that a lock does not keep from loading', () => {
  const load = "useData('GET /internal/api-keys')"
  expect(findRefusedIn(`return <Locked to="settings">{${load}.items}</Locked>`)).toEqual(['GET /internal/api-keys'])
  expect(findRefusedIn(`return <Allowed to="settings">{${load}.items}</Allowed>`)).toEqual([])
})
