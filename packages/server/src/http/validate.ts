import { type core, ZodArray, ZodObject, type ZodType } from 'zod'

/** Collects the problems of one part of a request (`body`, `query` …), each named by its dotted path. */
export function validatePart(name: string, schema: ZodType, input: unknown): { value: unknown; problems: string[] } {
  // Bytes would be accepted as an object with numeric keys.
  if (input instanceof Uint8Array) return { value: undefined, problems: [`${name} must be of type object`] }
  const problems = findLongListProblems(name, schema, input)
  if (problems.length > 0) return { value: undefined, problems }
  let result = schema.safeParse(input, { reportInput: true })
  if (!result.success) {
    const coerced = coerceScalars(input, result.error.issues)
    if (coerced !== undefined) result = schema.safeParse(coerced, { reportInput: true })
  }
  if (result.success) return { value: result.data, problems: [] }
  return { value: undefined, problems: result.error.issues.flatMap((issue) => describeIssue(name, issue)) }
}

/** Shorter lists cost little. */
const manyItems = 1_000

/**
 * Looks at long lists before the schema does, which checks even the items of a list that is too long and collects the
 * problems of all: one request would keep the server busy for a third of a second. Stops at the first bad item.
 */
function findLongListProblems(place: string, schema: ZodType, input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return []
  const { innerType } = schema.def as { innerType?: ZodType }
  if (innerType) return findLongListProblems(place, innerType, input)
  if (schema instanceof ZodObject) {
    return Object.entries(input).flatMap(([name, value]) =>
      Object.hasOwn(schema.shape, name) ? findLongListProblems(`${place}.${name}`, schema.shape[name], value) : [],
    )
  }
  if (!(schema instanceof ZodArray) || !Array.isArray(input) || input.length <= manyItems) return []
  const maximum = findMaximum(schema)
  if (input.length > maximum) return [`${place} must have at most ${maximum} items`]
  const element = schema.element as ZodType
  const bad = input.findIndex((item) => !element.safeParse(item).success)
  return bad === -1 ? [] : validatePart(`${place}.${bad}`, element, input[bad]).problems
}

function findMaximum(schema: ZodArray): number {
  const checks = schema.def.checks?.map((check) => check._zod.def as { check: string; maximum?: number })
  return checks?.find(({ check }) => check === 'max_length')?.maximum ?? Number.POSITIVE_INFINITY
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
      return [`${place} must ${describeSize(issue.origin, 'at most', issue.maximum)}`]
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return [`${place} must not be empty`]
      return [`${place} must ${describeSize(issue.origin, 'at least', issue.minimum)}`]
    case 'invalid_key':
      return issue.issues.map(({ message }) => `${place} ${message}`)
    default:
      return [`${place} ${issue.message}`]
  }
}

function describeSize(origin: string, bound: string, size: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${size} characters`
  return origin === 'array' ? `have ${bound} ${size} items` : `be ${bound} ${size}`
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
