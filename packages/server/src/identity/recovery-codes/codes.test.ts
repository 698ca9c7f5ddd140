import { expect, test } from 'vitest'
import { generateRecoveryCodes, hashRecoveryCode } from './codes.ts'

const key = Buffer.alloc(32, 1)
const code = '0123-1ABC-XYZ0-9876'

test('ten different codes of 16 characters are made', () => {
  const codes = generateRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const each of codes) expect(each).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
})

test.each([
  '01231ABCXYZ09876',
  '0123 1abc xyz0 9876',
  ' 0123–1ABC—XYZ0‑9876\n',
  'o123-iabc-xyzO-9876',
  'O123-LABC-XYZo-9876',
  'O123-lABC-XYZ0-9876',
  '０１２３－１ＡＢＣ－ＸＹＺ０－９８７６',
])('%j is accepted as the same code', (typed) => {
  expect(hashRecoveryCode(key, typed)).toEqual(hashRecoveryCode(key, code))
})

test.each(['0123-1ABC-XYZ0-9877', '0123-1ABC-XYZ0', '', '0123-1ABC-XYZ0-9876-0'])('%j is another code', (typed) => {
  expect(hashRecoveryCode(key, typed)).not.toEqual(hashRecoveryCode(key, code))
})

test('another key gives another hash', () => {
  expect(hashRecoveryCode(Buffer.alloc(32, 2), code)).not.toEqual(hashRecoveryCode(key, code))
})
