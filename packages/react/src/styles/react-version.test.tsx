import { version } from 'react'
import { version as domVersion } from 'react-dom'
import { expect, test } from 'vitest'

test('react and react-dom have the version under test', ({ task }) => {
  const [, expected = '19'] = /^react-(.+)$/.exec(task.file.projectName ?? '') ?? []
  expect(version).toMatch(new RegExp(`^${expected}\\.`))
  expect(domVersion).toBe(version)
})
