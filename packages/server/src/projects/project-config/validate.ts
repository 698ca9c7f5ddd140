import { configOverride } from '@latchkey/contract'
import type { core, ZodType } from 'zod'
import { expandOverride, isKeyPath, isPrototypeName, type Override, withoutNulls } from './override.ts'

const maxLines = 20

/** Checks a patch of the configuration on its own. Returns the mistake as a message that starts with its marker. */
export function findConfigMistake(patch: unknown): string | undefined {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
    return '[FORMAT ERROR] The configuration must be an object whose keys are key paths.'
  }
  const badKey = Object.entries(patch).flatMap(findBadKeys)[0]
  if (badKey !== undefined) return `[FORMAT ERROR] ${JSON.stringify(badKey)} is not a key path.`

  const errors = Object.entries(patch).flatMap(([key, value]) => findErrors(key, value))
  if (errors.length > 0) return `[ERROR] ${errors.slice(0, maxLines).join('\n')}`

  const tree = expandOverride(patch as Override)
  const warnings = findIssues(configOverride, tree, []).map(describeIssue)
  return warnings.length > 0 ? `[WARNING] ${warnings.slice(0, maxLines).join('\n')}` : undefined
}

/** Keys of the patch that are not key paths, and nested names that are special in JavaScript. */
function findBadKeys([key, value]: [string, unknown]): string[] {
  return isKeyPath(key) ? findPrototypeNames(key, value) : [key]
}

function findPrototypeNames(path: string, value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    isPrototypeName(key) ? [`${path}.${key}`] : findPrototypeNames(`${path}.${key}`, member),
  )
}

/** Errors in the shape of one setting, independent of the rest of the patch. */
function findErrors(key: string, value: unknown): string[] {
  const unknownKey = [key, ...findNulls(key, value)].find((path) => !schemaAt(configOverride, path.split('.')))
  if (unknownKey !== undefined) return [`There is no setting ${JSON.stringify(unknownKey)}.`]
  const path = key.split('.')
  if (value === null) {
    const isElement = defOf(schemaAt(configOverride, path.slice(0, -1))!).type === 'tuple'
    return isElement ? [`${key} cannot be removed on its own.`] : []
  }
  const issues = findIssues(schemaAt(configOverride, path)!, withoutNulls(value), path)
  return issues.filter(isStructural).map(describeIssue)
}

function findNulls(path: string, value: unknown): string[] {
  if (value === null) return [path]
  if (typeof value !== 'object' || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, member]) => findNulls(`${path}.${key}`, member))
}

function findIssues(schema: ZodType, value: unknown, path: string[]): core.$ZodIssue[] {
  const result = schema.safeParse(value, { reportInput: true })
  return result.success ? [] : result.error.issues.flatMap((issue) => explainUnion(issue, path))
}

/**
 * A union error says only that nothing matches. If the value has the outer shape of one option, that option's errors
 * are reported.
 */
function explainUnion(issue: core.$ZodIssue, path: PropertyKey[]): core.$ZodIssue[] {
  const place = [...path, ...issue.path]
  const complaints =
    issue.code === 'invalid_union'
      ? issue.errors.find((option) => option.every((complaint) => complaint.path.length > 0))
      : undefined
  return complaints?.flatMap((complaint) => explainUnion(complaint, place)) ?? [{ ...issue, path: place }]
}

/** Wrong shapes are errors; a value of the right shape that violates a finer rule or lacks a field is a warning. */
function isStructural(issue: core.$ZodIssue): boolean {
  if (issue.code === 'unrecognized_keys' || issue.code === 'invalid_key') return true
  return (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input !== undefined
}

function describeIssue(issue: core.$ZodIssue): string {
  const path = issue.path.map(String).join('.')
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .map((key) => `There is no setting ${JSON.stringify([path, key].filter(Boolean).join('.'))}.`)
        .join('\n')
    case 'invalid_key':
      return `There is no setting ${JSON.stringify(path)}: ${issue.issues.map(({ message }) => message).join(', ')}.`
    case 'invalid_value':
      if (issue.input === undefined) return `${path} is required.`
      return `${path} must be one of ${issue.values.map(String).join(', ')}.`
    case 'invalid_type':
      if (issue.input === undefined) return `${path} is required.`
      return `${path} must be of type ${typeNames[issue.expected] ?? issue.expected}.`
    case 'invalid_union':
      return issue.input === undefined ? `${path} is required.` : `${path} has an invalid value.`
    default:
      return `${path}: ${issue.message}`
  }
}

/** The entries of records that a setting is in, such as an offer and its price, the outermost first. */
export function listEntries(path: string): string[] {
  const names = path.split('.')
  const isEntry = (_: string, index: number) => {
    const parent = schemaAt(configOverride, names.slice(0, index))
    return parent !== undefined && listDefs(parent).some(({ type }) => type === 'record')
  }
  return names.flatMap((name, index) => (isEntry(name, index) ? names.slice(0, index + 1).join('.') : []))
}

const listDefs = (schema: ZodType): SchemaDef[] => {
  const def = defOf(schema)
  return def.type === 'union' ? (def.options ?? []).flatMap(listDefs) : [def]
}

const typeNames: Partial<Record<string, string>> = { int: 'integer', tuple: 'array', record: 'object' }

/** The schema of a key path, or undefined if there is no such setting. */
function schemaAt(schema: ZodType, path: string[]): ZodType | undefined {
  const def = defOf(schema)
  if (def.innerType) return schemaAt(def.innerType, path)
  const [name, ...rest] = path
  if (name === undefined) return schema
  if (def.type === 'object') {
    return def.shape && Object.hasOwn(def.shape, name) ? schemaAt(def.shape[name]!, rest) : undefined
  }
  if (def.type === 'record') {
    return def.keyType?.safeParse(name).success ? schemaAt(def.valueType!, rest) : undefined
  }
  if (def.type === 'union') return def.options?.map((option) => schemaAt(option, path)).find(Boolean)
  if (def.type === 'tuple') return /^\d$/.test(name) && rest.length === 0 ? def.items?.[Number(name)] : undefined
  return undefined
}

interface SchemaDef {
  type: string
  innerType?: ZodType
  shape?: Record<string, ZodType>
  keyType?: ZodType
  valueType?: ZodType
  options?: ZodType[]
  items?: ZodType[]
}

function defOf(schema: ZodType): SchemaDef {
  return (schema as unknown as { def: SchemaDef }).def
}
