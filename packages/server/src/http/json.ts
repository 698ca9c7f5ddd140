/** Editor documents are nested a few dozen levels deep; far deeper JSON is meant to cause a stack overflow. */
const maxDepth = 512

/** An email to a hundred thousand users fits; far more values are meant to slow the server down. */
const maxValues = 150_000

/** Objects, arrays and members cost many times as much as plain items. */
const maxMembers = 20_000

/** Parses JSON that the database can store and that all parsers read the same way. */
export function parseJson(text: string): unknown {
  const members = countMembers(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new JsonError('The body is not valid JSON.')
  }
  assertPlain(value, 0)
  if (members > 1) assertUniqueKeys(text)
  return value
}

export class JsonError extends Error {
  override readonly name = 'JsonError'
}

/** Refuses many or deeply nested values before parsing, because parsing and checking them takes long. */
function countMembers(text: string): number {
  let depth = 0
  let values = 1
  let containers = 0
  let members = 0
  // Compares numbers, because comparing characters takes ten times as long, which matters for megabytes.
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case code.quote:
        index = findEndOfString(text, index)
        break
      case code.openBracket:
      case code.openBrace:
        values++
        containers++
        if (++depth > maxDepth) throw tooDeep()
        break
      case code.closeBracket:
      case code.closeBrace:
        depth--
        break
      case code.comma:
        if (++values > maxValues) throw new JsonError(`The JSON has more than ${maxValues} values.`)
        break
      case code.colon:
        members++
        break
    }
    if (containers + members > maxMembers)
      throw new JsonError(`The JSON has more than ${maxMembers} objects, arrays and object members.`)
  }
  return members
}

const code = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const

function tooDeep(): JsonError {
  return new JsonError(`The JSON is nested deeper than ${maxDepth} levels.`)
}

function assertPlain(value: unknown, depth: number): void {
  if (typeof value === 'string') assertStorable(value)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new JsonError('The JSON has a number that is too large.')
  if (typeof value !== 'object' || value === null) return
  if (depth === maxDepth) throw tooDeep()
  if (Array.isArray(value)) {
    for (const element of value) assertPlain(element, depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[key]
    if (key === '__proto__' || (key === 'constructor' && hasPrototype(member))) {
      throw new JsonError(`The JSON has a member named ${key}, which is not allowed.`)
    }
    assertStorable(key)
    assertPlain(member, depth + 1)
  }
}

/** Like `__proto__`, `constructor.prototype` can lead careless code to the prototype of all objects. */
function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
}

function assertStorable(text: string): void {
  if (text.includes('\0')) throw new JsonError('The JSON has a string with the character U+0000.')
  if (!isWellFormed(text)) throw new JsonError('The JSON has a string with a lone surrogate.')
}

function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed()
}

/** Scans valid JSON and compares the keys of each object. */
function assertUniqueKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  const tokens = /["{}[\]]/g
  for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
    if (match[0] === '{') open.push(new Set())
    else if (match[0] === '[') open.push(null)
    else if (match[0] === '}' || match[0] === ']') open.pop()
    else {
      const end = findEndOfString(text, match.index)
      tokens.lastIndex = end + 1
      const keys = open.at(-1)
      if (!keys || !isFollowedByColon(text, end + 1)) continue
      const inner = text.slice(match.index + 1, end)
      const key = inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner
      if (keys.has(key)) throw new JsonError(`The JSON has the member ${JSON.stringify(key)} twice.`)
      keys.add(key)
    }
  }
}

/** The end of the text if the string has none. Not a regular expression, which would overflow the stack on megabytes. */
function findEndOfString(text: string, start: number): number {
  const end = text.indexOf('"', start + 1)
  if (end !== -1 && text.charCodeAt(end - 1) !== code.backslash) return end
  for (let index = start + 1; index < text.length; index++) {
    const character = text.charCodeAt(index)
    if (character === code.quote) return index
    if (character === code.backslash) index++
  }
  return text.length
}

const space = /[ \n\r\t]*/y

function isFollowedByColon(text: string, index: number): boolean {
  space.lastIndex = index
  space.test(text)
  return text.charCodeAt(space.lastIndex) === code.colon
}
