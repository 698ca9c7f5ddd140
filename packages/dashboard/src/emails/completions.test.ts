import { expect, test } from 'vitest'
import { listVariables } from './completions.ts'

test('finds the variables that a template declares', () => {
  const source = `export const variablesSchema = type({
    magicLink: "string",
    'otp?': 'string',
    count: "number",
  })`
  expect(listVariables(source)).toEqual([
    ['magicLink', 'string'],
    ['otp', 'string'],
    ['count', 'number'],
  ])
})

test('finds none if the template declares none', () => {
  expect(listVariables('export const EmailTemplate = () => null')).toEqual([])
})
