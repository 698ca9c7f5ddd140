import type { AuditEntry } from '@latchkey/react'
import { expect, test } from 'vitest'
import { fromCell, toCsv } from '../data/csv.ts'
import { csvColumns } from './csv.ts'

const entry: AuditEntry = {
  id: '1',
  happenedAt: new Date('2026-03-31T12:00:00Z'),
  action: 'user.updated',
  actor: { type: 'admin-key', id: 'k', description: '=HYPERLINK("https://evil.example")' },
  target: { type: 'user', id: 'u' },
  details: { names: ['a', 'b'] },
  ipAddress: null,
  userAgent: 'Mozilla, 5.0',
  requestId: null,
}

test('writes a row per entry and quotes values where needed', () => {
  const [header, row, end] = toCsv(csvColumns, [entry]).split('\r\n')
  expect(header).toMatch(/^id,happened_at,action,/)
  expect(row).toContain('1,2026-03-31T12:00:00.000Z,user.updated,admin-key,k,')
  expect(row).toContain(',"Mozilla, 5.0",,"{""names"":[""a"",""b""]}"')
  expect(end).toBe('')
})

test('keeps spreadsheets from running a typed value as a formula', () => {
  expect(toCsv(csvColumns, [entry])).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
})

test.each([...'=+-@＝＋－＠\t\r\n'])('escapes text that begins with %j, and the import removes the escape', (start) => {
  const text = `${start}1+1`
  const [cell] = toCsv([['', () => text]], [undefined], { hasHeader: false }).split('\r\n')
  const value = cell!.replace(/^"(.*)"$/s, '$1')
  expect(value).toBe(`'${text}`)
  expect(fromCell(value)).toBe(text)
})
