import { expect, test } from 'vitest'
import { guessMapping, readRows } from './import-rows.ts'

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
  const rows = readRows(
    [[' Ada@Example.com ', "'=Ada", 'yes', 'secret', '$2b$10$abc']],
    ['email', 'name', 'verified', 'password', 'passwordHash'],
  )
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

test('finds the problem of each row', () => {
  const rows = readRows(
    [
      ['a@example.com', 'true', 'A'],
      ['', '', ''],
      ['nobody', '', ''],
      ['A@example.com', 'no', ''],
      ['b@example.com', 'perhaps', ''],
      ['c@example.com', '', 'x'.repeat(257)],
      ['d@example.com'],
    ],
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
