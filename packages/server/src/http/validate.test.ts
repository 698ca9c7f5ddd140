import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { validatePart } from './validate.ts'

const schema = z.strictObject({
  name: z.string().min(1).max(5),
  age: z.number().int().min(0).max(150).optional(),
  isOld: z.boolean().optional(),
  onlyTrue: z.literal(true).optional(),
  color: z.enum(['red', 'blue']).optional(),
  colors: z
    .array(z.enum(['red', 'blue']))
    .min(2)
    .max(5_000)
    .optional(),
  address: z.strictObject({ city: z.string(), tags: z.array(z.string()).max(1_000).optional() }).optional(),
})

const problemsOf = (input: unknown) => validatePart('body', schema, input).problems
const readValue = (input: unknown) => validatePart('body', schema, input).value

// ASVS 2.2.1, 15.3.5
describe('validating a part of a request', () => {
  test('collects all problems and names each place by its dotted path', () => {
    const input = { age: -1, color: 'green', isOld: null, extra: 1, address: { tags: ['a', {}], zip: 1 }, other: 2 }

    expect(problemsOf(input).sort()).toEqual([
      'body has the unknown property "extra"',
      'body has the unknown property "other"',
      'body.address has the unknown property "zip"',
      'body.address.city is required',
      'body.address.tags.1 must be of type string',
      'body.age must be at least 0',
      'body.color must be "red" or "blue"',
      'body.isOld must not be null',
      'body.name is required',
    ])
  })

  test.each([
    [undefined, 'body is required'],
    [null, 'body must not be null'],
    ['text', 'body must be of type object'],
    [[], 'body must be of type object'],
    [new Uint8Array(1_000_000), 'body must be of type object'],
    [{ name: '' }, 'body.name must not be empty'],
    [{ name: 'abcdef' }, 'body.name must have at most 5 characters'],
    [{ name: 'a', age: 151 }, 'body.age must be at most 150'],
    [{ name: 'a', age: 1.5 }, 'body.age must be of type int'],
    [{ name: ['a'] }, 'body.name must be of type string'],
    [{ name: { a: 1 } }, 'body.name must be of type string'],
    [{ name: 'a', colors: ['red'] }, 'body.colors must have at least 2 items'],
    [{ name: 'a', color: null }, 'body.color must be "red" or "blue"'],
  ])('refuses %.60j with a sentence', (input, problem) => expect(problemsOf(input)).toEqual([problem]))

  test('refuses a list that is too long without looking at its items', () => {
    expect(problemsOf({ name: 'a', colors: Array(5_001).fill('green') })).toEqual([
      'body.colors must have at most 5000 items',
    ])
    expect(problemsOf({ name: 'a', address: { city: 'x', tags: Array(1_001).fill({}) } })).toEqual([
      'body.address.tags must have at most 1000 items',
    ])
  })

  test('names only the first bad item of a long list', () => {
    const colors = ['red', ...Array(4_999).fill('green')]

    expect(problemsOf({ name: 'a', colors })).toEqual(['body.colors.1 must be "red" or "blue"'])
    expect(problemsOf({ name: 'a', colors: [...Array(2_000).fill('red'), {}] })).toEqual([
      'body.colors.2000 must be "red" or "blue"',
    ])
    expect(problemsOf({ name: 'a', colors: Array(5_000).fill('red') })).toEqual([])
  })

  test.each([
    [{ name: 12 }, { name: '12' }],
    [{ name: true }, { name: 'true' }],
    [
      { name: 'a', age: '42' },
      { name: 'a', age: 42 },
    ],
    [
      { name: 'a', isOld: 'true' },
      { name: 'a', isOld: true },
    ],
    [
      { name: 'a', isOld: 0 },
      { name: 'a', isOld: false },
    ],
    [
      { name: 'a', onlyTrue: 'true' },
      { name: 'a', onlyTrue: true },
    ],
    [
      { name: 'a', address: { city: 5, tags: [1, false] } },
      { name: 'a', address: { city: '5', tags: ['1', 'false'] } },
    ],
  ])('takes %j for what it plainly means', (input, value) => {
    const before = structuredClone(input)
    expect(readValue(input)).toEqual(value)
    expect(input).toEqual(before)
  })

  test.each([
    { name: 'a', age: '1e3' },
    { name: 'a', age: '0x10' },
    { name: 'a', age: ' 1' },
    { name: 'a', age: '' },
    { name: 'a', age: '1.5' },
    { name: 'a', age: true },
    { name: 'a', isOld: 'yes' },
    { name: 'a', isOld: 2 },
    { name: 'a', isOld: '' },
    { name: 'a', onlyTrue: 'false' },
    { name: 'a', age: [1] },
    { name: null },
  ])('does not guess what %j means', (input) => expect(problemsOf(input)).toHaveLength(1))

  // ASVS 15.3.6
  test('leaves the properties of prototypes alone', () => {
    const input = JSON.parse('{"name":1,"__proto__":{"polluted":"1"}}')

    expect(problemsOf(input)).toEqual(['body has the unknown property "__proto__"'])
    expect({}).not.toHaveProperty('polluted')
  })
})
