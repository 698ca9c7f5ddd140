import { afterEach, expect, test } from 'vitest'
import { forgetRecent, listRecent, rememberRecent } from './recent.ts'

afterEach(() => localStorage.clear())

const titles = (owner: string, project?: string) => listRecent(owner, project).map(({ title }) => title)

test('remembers what an owner opened last in each project, until the sign-out', () => {
  rememberRecent('ada', '/projects/p1/users/zoe', 'Zoe')
  rememberRecent('ada', '/projects/p2/users/max', 'Max')
  rememberRecent('ada', '/projects/p1/teams/acme', 'Acme')
  rememberRecent('ada', '/projects/p1/users/zoe', 'Zoe Lovelace')
  expect(titles('ada', 'p1')).toEqual(['Zoe Lovelace', 'Acme'])
  expect(titles('ada')).toEqual(['Zoe Lovelace', 'Acme', 'Max'])
  // Another owner who signs in to the same browser sees nothing of it.
  expect(titles('bob', 'p1')).toEqual([])
  forgetRecent()
  expect(localStorage).toHaveLength(0)
  expect(titles('ada')).toEqual([])
})

test('keeps a limited number, and survives what others have stored', () => {
  for (let index = 0; index < 100; index++) rememberRecent('ada', `/projects/p1/users/${index}`, `User ${index}`)
  expect(titles('ada', 'p1')).toHaveLength(7)
  expect(JSON.parse(localStorage.getItem('latchkey-recent')!).items).toHaveLength(60)
  localStorage.setItem('latchkey-recent', '{')
  expect(titles('ada')).toEqual([])
})
