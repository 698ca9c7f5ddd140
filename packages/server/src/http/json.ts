const maxDepth = 64

/** Parses JSON that the database can store and that no two readers understand differently. Throws a sentence. */
export function parseJson(text: string): unknown {
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
    if (key === '__proto__') throw new JsonError('The JSON has a member named __proto__.')
    assertStorable(key)
    assertPlain((value as Record<string, unknown>)[key], depth + 1)
  }
}

function assertStorable(text: string): void {
  if (text.includes('\0')) throw new JsonError('The JSON has a text with the character U+0000.')
  if (!isWellFormed(text)) throw new JsonError('The JSON has a text with half a character (a lone surrogate).')
}

function isWellFormed(text: string): boolean {
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed()
}

/** Walks over JSON that is known to parse and compares the keys of each object. */
function assertUniqueKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  const strings = /"(?:[^"\\]|\\.)*"|[{}[\]]/g
  for (let match = strings.exec(text); match; match = strings.exec(text)) {
    const token = match[0]
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else {
      const keys = open.at(-1)
      if (!keys || !isFollowedByColon(text, strings.lastIndex)) continue
      const key = token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1)
      if (keys.has(key)) throw new JsonError(`The JSON has the member ${JSON.stringify(key)} twice.`)
      keys.add(key)
    }
  }
}

function isFollowedByColon(text: string, index: number): boolean {
  let position = index
  while (text[position] === ' ' || text[position] === '\n' || text[position] === '\r' || text[position] === '\t')
    position++
  return text[position] === ':'
}
