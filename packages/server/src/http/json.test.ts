import { describe, expect, test } from 'vitest'
import { parseJson } from './json.ts'

describe('parsing JSON', () => {
  test.each([
    'null',
    '[]',
    '"text"',
    '-1.5e3',
    '{"a":{"b":[1,2,{"c":null}]},"A":1}',
    '{"a":"a","b":"a"}',
    '[{"a":1},{"a":2}]',
    '{"a":{"a":{"a":1}}}',
    '{"\\"a":1,"a":2,"a\\"":3,"\\\\":4,"\\\\\\\\":5}',
    '{"{":"}","[":"]","x:y":"\\":"}',
    '{"constructor":{},"prototype":{},"toString":1,"hasOwnProperty":2}',
    ' {\n"a"\t:\r1 } ',
    '{"emoji":"👩‍🚀","text":"Grüße\\u00e4"}',
  ])('takes %s as JSON.parse does', (text) => expect(parseJson(text)).toEqual(JSON.parse(text)))

  test.each([
    ['', 'not valid JSON'],
    ['{', 'not valid JSON'],
    ["{'a':1}", 'not valid JSON'],
    ['{"a":1,}', 'not valid JSON'],
    ['NaN', 'not valid JSON'],
    ['{"a":1} x', 'not valid JSON'],
    ['{"a":1,"b":2,"a":3}', 'the member "a" twice'],
    ['{"a":1,"\\u0061":2}', 'the member "a" twice'],
    ['{"x":[{"y":{"a":1,"b":{"a":1},"a":2}}]}', 'the member "a" twice'],
    ['{"a":"\\"a\\":1","a" \n:2}', 'the member "a" twice'],
    ['{"__proto__":{"x":1}}', 'named __proto__'],
    ['{"a":[{"\\u005f_proto__":1}]}', 'named __proto__'],
    ['{"constructor":{"prototype":{"x":1}}}', 'named constructor'],
    ['{"a":"\\u0000"}', 'U+0000'],
    ['{"a\\u0000":1}', 'U+0000'],
    ['"\\ud800"', 'lone surrogate'],
    ['{"\\udfff":1}', 'lone surrogate'],
    ['1e400', 'too large'],
    ['[-1e999]', 'too large'],
    [`${'['.repeat(513)}${']'.repeat(513)}`, 'deeper than 512'],
    [`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'deeper than 512'],
  ])('refuses %.60s', (text, sentence) => expect(() => parseJson(text)).toThrow(sentence))

  test('takes what is nested 512 levels deep', () => {
    expect(parseJson(`${'['.repeat(512)}${']'.repeat(512)}`)).toBeInstanceOf(Array)
  })

  // ASVS 15.3.6
  test('pollutes no prototype', () => {
    for (const text of ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}']) {
      expect(() => parseJson(text)).toThrow()
    }
    expect({}).not.toHaveProperty('polluted')
  })

  test('takes texts of many megabytes, whatever they are made of', () => {
    for (const piece of ['x', '\\n', '\\"x', '\\\\', '{"a":1,', '"'.repeat(2)]) {
      const text = JSON.stringify({ text: piece.repeat(Math.floor(5_000_000 / piece.length)) })
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }
  })
})
