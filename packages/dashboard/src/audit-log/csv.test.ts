import { expect, test } from 'vitest'
import { fromCell, toCsv } from '../data/csv.ts'
import type { AuditEntry } from '../data/rows.ts'
import { csvColumns } from './csv.ts'

const entry: AuditEntry = {
  id: '1',
  happened_at_millis: Date.parse('2026-03-31T12:00:00Z'),
  action: 'user.updated',
  actor: { type: 'admin-key', id: 'k', description: '=HYPERLINK("https://evil.example")' },
  target: { type: 'user', id: 'u' },
  details: { names: ['a', 'b'] },
  ip_address: null,
  user_agent: 'Mozilla, 5.0',
  request_id: null,
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
