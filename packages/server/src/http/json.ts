/** Editor documents are nested a few dozen levels deep; far deeper JSON is meant to cause a stack overflow. */
const maxDepth = 512

/** An email to a hundred thousand users fits; far more values are meant to slow the server down. */
const maxValues = 150_000

/** Objects, arrays and members cost many times as much as plain items. */
const maxMembers = 20_000

/** Parses JSON that the database can store and that all parsers read the same way. */
export function parseJson(text: string): unknown {
  assertModest(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new JsonError('The body is not valid JSON.')
  }
  assertPlain(value, 0)
  if (text.includes(':')) assertUniqueKeys(text)
  return value
}

export class JsonError extends Error {
  override readonly name = 'JsonError'
}

/** Runs before parsing, because parsing and checking many or deeply nested values takes long. */
function assertModest(text: string): void {
  let depth = 0
  let values = 1
  let members = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') {
      index = findEndOfString(text, index)
      if (index === -1) return
    } else if (character === '[' || character === '{') {
      depth++
      values++
      members++
    } else if (character === ']' || character === '}') depth--
    else if (character === ',') values++
    else if (character === ':') members++
    if (depth > maxDepth) throw new JsonError(`The JSON is nested deeper than ${maxDepth} levels.`)
    if (values > maxValues) throw new JsonError(`The JSON has more than ${maxValues} values.`)
    if (members > maxMembers)
      throw new JsonError(`The JSON has more than ${maxMembers} objects, arrays and object members.`)
  }
}

function assertPlain(value: unknown, depth: number): void {
  if (typeof value === 'string') assertStorable(value)
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new JsonError('The JSON has a number that is too large.')
  if (typeof value !== 'object' || value === null) return
  if (depth === maxDepth) throw new JsonError(`The JSON is nested deeper than ${maxDepth} levels.`)
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

/** -1 if there is no end. Not a regular expression, which would overflow the stack on several megabytes. */
function findEndOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    if (end === -1) return end
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
}

function isFollowedByColon(text: string, index: number): boolean {
  let position = index
  while (text[position] === ' ' || text[position] === '\n' || text[position] === '\r' || text[position] === '\t')
    position++
  return text[position] === ':'
}
