import type { core, ZodType } from 'zod'

/** Collects the problems of one part of a request (`body`, `query` …), each named by its dotted path. */
export function validatePart(name: string, schema: ZodType, input: unknown): { value: unknown; problems: string[] } {
  // Bytes would be accepted as an object with numeric keys.
  if (input instanceof Uint8Array) return { value: undefined, problems: [`${name} must be of type object`] }
  let result = schema.safeParse(input, { reportInput: true })
  if (!result.success) {
    const coerced = coerceScalars(input, result.error.issues)
    if (coerced !== undefined) result = schema.safeParse(coerced, { reportInput: true })
  }
  if (result.success) return { value: result.data, problems: [] }
  return { value: undefined, problems: result.error.issues.flatMap((issue) => describeIssue(name, issue)) }
}

function describeIssue(name: string, issue: core.$ZodIssue): string[] {
  const place = [name, ...issue.path.map(String)].join('.')
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => `${place} has the unknown property ${JSON.stringify(key)}`)
    case 'invalid_type':
      if (issue.input === undefined) return [`${place} is required`]
      if (issue.input === null) return [`${place} must not be null`]
      return [`${place} must be of type ${issue.expected}`]
    case 'invalid_value':
      if (issue.input === undefined) return [`${place} is required`]
      return [`${place} must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`]
    case 'too_big':
      return [
        `${place} must ${issue.origin === 'string' ? 'have at most' : 'be at most'} ${issue.maximum}${unitOf(issue)}`,
      ]
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return [`${place} must not be empty`]
      return [
        `${place} must ${issue.origin === 'string' ? 'have at least' : 'be at least'} ${issue.minimum}${unitOf(issue)}`,
      ]
    case 'invalid_key':
      return issue.issues.map(({ message }) => `${place} ${message}`)
    default:
      return [`${place} ${issue.message}`]
  }
}

function unitOf(issue: { origin: string }): string {
  return issue.origin === 'string' ? ' characters' : ''
}

/**
 * The existing API accepts `"5"` as a number, `"true"` and `1` as a boolean, and numbers as strings. The schemas are strict;
 * rejected values are converted where the meaning is clear, and validated again.
 */
function coerceScalars(input: unknown, issues: readonly core.$ZodIssue[]): unknown {
  let changed: unknown
  for (const issue of issues) {
    const converted = convertScalar(issue)
    if (converted === undefined || issue.path.length === 0) continue
    changed ??= structuredClone(input)
    let node = changed as Record<PropertyKey, unknown>
    for (const key of issue.path.slice(0, -1)) node = node[key] as Record<PropertyKey, unknown>
    node[issue.path.at(-1)!] = converted
  }
  return changed
}

function convertScalar(issue: core.$ZodIssue): unknown {
  const { input } = issue
  const expected =
    issue.code === 'invalid_type' ? issue.expected : issue.code === 'invalid_value' ? typeof issue.values[0] : undefined
  if ((expected === 'number' || expected === 'int') && typeof input === 'string') {
    return /^-?\d{1,17}(?:\.\d{1,17})?$/.test(input) ? Number(input) : undefined
  }
  if (expected === 'boolean') {
    if (input === 'true' || input === 1) return true
    if (input === 'false' || input === 0) return false
  }
  if (expected === 'string' && (typeof input === 'number' || typeof input === 'boolean')) return String(input)
  return undefined
}
