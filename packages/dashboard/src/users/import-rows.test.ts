import { expect, test } from 'vitest'
import { toCsv } from '../data/csv.ts'
import { readTable } from './import-file.ts'
import { guessMapping, readRows } from './import-rows.ts'

const numbered = (rows: string[][]) => rows.map((cells, index) => ({ line: index + 2, cells }))

test('guesses the fields of columns from their names', () => {
  expect(guessMapping(['ID', 'E-Mail', 'Full name', 'email_verified', 'Password hash', 'Email'])).toEqual([
    undefined,
    'email',
    'name',
    'verified',
    'passwordHash',
    undefined,
  ])
  expect(guessMapping(['primary_email', 'displayName', 'email verified', 'password'])).toEqual([
    'email',
    'name',
    'verified',
    'password',
  ])
})

test('reads rows, prefers a hash to a password and removes formula escapes', () => {
  const rows = readRows(numbered([[' Ada@Example.com ', "'=Ada", 'yes', 'secret', '$2b$10$abc']]), [
    'email',
    'name',
    'verified',
    'password',
    'passwordHash',
  ])
  expect(rows).toMatchObject([
    {
      line: 2,
      problem: undefined,
      user: {
        primary_email: 'ada@example.com',
        primary_email_auth_enabled: true,
        primary_email_verified: true,
        display_name: '=Ada',
        password_hash: '$2b$10$abc',
      },
    },
  ])
  expect(rows[0]!.user).not.toHaveProperty('password')
})

test('reads metadata as JSON objects', () => {
  const mapping = guessMapping(['email', 'client_metadata', 'Client read-only metadata', 'serverMetadata'])
  expect(mapping).toEqual(['email', 'clientMetadata', 'readOnlyMetadata', 'serverMetadata'])
  const rows = readRows(
    numbered([
      ['a@example.com', '{"plan":"pro"}', '', '{"crm":{"id":7}}'],
      ['b@example.com', '', '{}', ''],
      ['c@example.com', '{"plan":', '', ''],
      ['d@example.com', '', '', '[1]'],
      ['e@example.com', 'null', '', ''],
    ]),
    mapping,
  )
  expect(rows.slice(0, 2).map(({ user }) => user)).toEqual([
    {
      primary_email: 'a@example.com',
      primary_email_auth_enabled: true,
      primary_email_verified: false,
      client_metadata: { plan: 'pro' },
      server_metadata: { crm: { id: 7 } },
    },
    {
      primary_email: 'b@example.com',
      primary_email_auth_enabled: true,
      primary_email_verified: false,
      client_read_only_metadata: {},
    },
  ])
  expect(rows.slice(2).map(({ problem }) => problem)).toEqual([
    '“Client metadata” must be a JSON object such as {"plan": "pro"}.',
    '“Server metadata” must be a JSON object such as {"plan": "pro"}.',
    '“Client metadata” must be a JSON object such as {"plan": "pro"}.',
  ])
})

test('finds the problem of each row', () => {
  const rows = readRows(
    numbered([
      ['a@example.com', 'true', 'A'],
      ['', '', ''],
      ['nobody', '', ''],
      ['A@example.com', 'no', ''],
      ['b@example.com', 'perhaps', ''],
      ['c@example.com', '', 'x'.repeat(257)],
      ['d@example.com'],
    ]),
    ['email', 'verified', 'name'],
  )
  expect(rows.map(({ line, problem }) => [line, problem])).toEqual([
    [2, undefined],
    [3, 'The email address is missing.'],
    [4, '“nobody” is not an email address.'],
    [5, 'Same email address as in line 2.'],
    [6, '“Email is verified” must be true or false.'],
    [7, 'The name has more than 256 characters.'],
    [8, undefined],
  ])
})

test('takes passwords and hashes literally, also from the file of failed lines', () => {
  const mapping = ['email', 'password', 'passwordHash'] as const
  const passwords = [' open sesame ', "'=1+1", '=1+1', "'-x", '-x', '@home', '"quoted"', 'two\nlines']
  const rows = [...passwords.map((password) => ['a@example.com', password, '']), ['b@example.com', 'x', "'=hash "]]
  const read = (from: string[][]) =>
    readRows(
      numbered(from).map((row, index) => ({ ...row, cells: [`${index}@example.com`, ...row.cells.slice(1)] })),
      mapping,
    ).map(({ user }) => user?.password_hash ?? user?.password)
  expect(read(rows)).toEqual([...passwords, "'=hash "])
  const columns = mapping.map(
    (name, index) => [name, (row: string[]) => row[index], { isLiteral: name !== 'email' }] as const,
  )
  const again = readTable(toCsv(columns, rows))
  if (typeof again === 'string') throw new Error(again)
  expect(read(again.rows.map(({ cells }) => [...cells]))).toEqual([...passwords, "'=hash "])
})
