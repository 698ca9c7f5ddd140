import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.ts'
import { suites } from './suites.ts'

test.each(suites)('the tests for $id exist: $name', ({ project, files }) => {
  const source = join(root, 'packages', project, 'src')
  const tests = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => join('src', path))
  for (const file of files)
    expect(
      tests.filter((path) => path.includes(join(file))),
      file,
    ).not.toEqual([])
})
