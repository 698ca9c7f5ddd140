import { expect, test } from 'vitest'
import { readTable } from './import-file.ts'

test('counts lines as text editors do, with blank lines and cells of several lines', () => {
  const text = '\uFEFFemail;name\r\n\r\na@example.com;"Ada\r\nLovelace"\r\n ; \r\nb@example.com;Bob\r\n'
  expect(readTable(text)).toEqual({
    header: ['email', 'name'],
    rows: [
      { line: 3, cells: ['a@example.com', 'Ada\r\nLovelace'] },
      { line: 6, cells: ['b@example.com', 'Bob'] },
    ],
  })
})

test('says that a file has no rows, or too many', () => {
  expect(readTable('email\n\n')).toBe('The file has no lines after the header.')
  expect(readTable(`email\n${'a@example.com\n'.repeat(10_001)}`)).toMatch(/^The file has 10,001 lines\./)
})
