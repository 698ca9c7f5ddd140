import { configOverride } from '@latchkey/contract'
import type { core, ZodType } from 'zod'
import { expandOverride, isKeyPath, type Override, withoutNulls } from './override.ts'

/** Checks a patch of the configuration on its own. Returns the mistake as a sentence, starting with its marker. */
export function findConfigMistake(patch: unknown): string | undefined {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
    return '[FORMAT ERROR] The configuration must be an object whose keys are key paths.'
  }
  for (const key of Object.keys(patch)) {
    if (!isKeyPath(key)) return `[FORMAT ERROR] ${JSON.stringify(key)} is not a key path.`
  }
  const unknownKey = Object.entries(patch)
    .flatMap(([key, value]) => (value === null ? [key] : nullPaths(key, value)))
    .find((key) => !schemaAt(configOverride, key.split('.')))
  if (unknownKey) return `[ERROR] There is no setting ${JSON.stringify(unknownKey)}.`

  const tree = expandOverride(withoutNulls(patch) as Override)
  const result = configOverride.safeParse(tree)
  if (result.success) return undefined
  const errors = result.error.issues.filter(isStructural)
  const shown = errors.length > 0 ? errors : result.error.issues
  return `${errors.length > 0 ? '[ERROR]' : '[WARNING]'} ${shown.map(describeIssue).join('\n')}`
}

/** Shape mistakes are errors; a value of the right shape that breaks a finer rule, or lacks a member, is a warning. */
function isStructural(issue: core.$ZodIssue): boolean {
  if (issue.code === 'unrecognized_keys' || issue.code === 'invalid_key' || issue.code === 'invalid_value') return true
  return issue.code === 'invalid_type' && issue.input !== undefined
}

function describeIssue(issue: core.$ZodIssue): string {
  const path = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .map((key) => `There is no setting ${JSON.stringify([path, key].filter(Boolean).join('.'))}.`)
      .join('\n')
  }
  if (issue.code === 'invalid_value') return `${path} must be one of ${issue.values.map(String).join(', ')}.`
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? `${path} is required.` : `${path} must be of type ${issue.expected}.`
  }
  return `${path}: ${issue.message}`
}

function nullPaths(path: string, value: unknown): string[] {
  if (value === null) return [path]
  if (typeof value !== 'object' || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, member]) => nullPaths(`${path}.${key}`, member))
}

/** The schema that a key path leads to, or undefined when there is no such setting. */
function schemaAt(schema: ZodType, path: string[]): ZodType | undefined {
  const def = (schema as unknown as { def: SchemaDef }).def
  if (def.innerType) return schemaAt(def.innerType, path)
  const [name, ...rest] = path
  if (name === undefined) return schema
  if (def.type === 'object')
    return def.shape && Object.hasOwn(def.shape, name) ? schemaAt(def.shape[name]!, rest) : undefined
  if (def.type === 'record') {
    return def.keyType?.safeParse(name).success ? schemaAt(def.valueType!, rest) : undefined
  }
  if (def.type === 'union') return def.options?.map((option) => schemaAt(option, path)).find(Boolean)
  if (def.type === 'tuple') return def.items?.[Number(name)]
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
