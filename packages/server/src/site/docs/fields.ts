import { type Level, nameOf, type Schema, withoutNull } from './api.ts'

export interface Field {
  /** The full path from the body: `config.domains[].handler_path`. */
  path: string
  type: string
  /** An object that has its own entry on the page. */
  link?: string
  isRequired: boolean
  /** The access levels that may send or see it, if not all. */
  levels?: Level[]
  notes: string[]
}

/** Every field of an object, including nested objects, as a flat list. */
export function listFields(schema: Schema): Field[] {
  const variants = schema.anyOf?.filter((option) => option['x-access'])
  return variants?.length ? mergeVariants(variants) : listMembers(schema, '')
}

/** Fields that only some levels have are marked; common ones are listed once. */
function mergeVariants(variants: Schema[]): Field[] {
  const fields = new Map<string, Field>()
  const levels = new Map<string, Level[]>()
  for (const variant of variants) {
    for (const field of listMembers(variant, '')) {
      fields.set(field.path, { ...field, isRequired: field.isRequired && (fields.get(field.path)?.isRequired ?? true) })
      levels.set(field.path, [...(levels.get(field.path) ?? []), ...(variant['x-access'] ?? [])])
    }
  }
  const count = variants.flatMap((variant) => variant['x-access'] ?? []).length
  return [...fields.values()].map((field) => {
    const own = levels.get(field.path)!
    return own.length === count ? field : { ...field, levels: own }
  })
}

function listMembers(schema: Schema, prefix: string): Field[] {
  const { element, path } = unwrap(withoutNull(schema), prefix)
  if (nameOf(element)) return []
  const shapes = listShapes(element)
  if (shapes.length > 0) return listShapeMembers(shapes, path)
  return Object.entries(element.properties ?? {}).flatMap(([name, member]) => {
    const field = describeField(path ? `${path}.${name}` : name, member, element.required?.includes(name) ?? false)
    return [field, ...listMembers(member, field.path)]
  })
}

/** The fields of a list are those of its elements. */
function unwrap(schema: Schema, path: string): { element: Schema; path: string } {
  return schema.items ? unwrap(withoutNull(schema.items), `${path}[]`) : { element: schema, path }
}

function listShapes(schema: Schema): Schema[] {
  return (schema.anyOf ?? schema.oneOf ?? []).filter((option) => option.properties)
}

/** A union of objects: each field says which variants it belongs to, by their discriminator. */
function listShapeMembers(shapes: Schema[], path: string): Field[] {
  const fields = new Map<string, Field>()
  for (const shape of shapes) {
    const [mark, value] = Object.entries(shape.properties ?? {}).find(([, member]) => member.const !== undefined) ?? []
    for (const field of listMembers(shape, path)) {
      const known = fields.get(field.path)
      const isMark = field.path.endsWith(`.${mark}`) || field.path === mark
      if (known && isMark) known.type += ` or ${field.type}`
      else if (!known) fields.set(field.path, isMark || !mark ? field : noteShape(field, mark, value?.const))
      else known.notes = known.notes.filter((note) => !note.startsWith('with '))
    }
  }
  return [...fields.values()]
}

function noteShape(field: Field, mark: string, value: unknown): Field {
  return { ...field, notes: [`with \`${mark}\` ${JSON.stringify(value)}`, ...field.notes] }
}

export function describeField(path: string, schema: Schema, isRequired: boolean): Field {
  const link = linkOf(schema)
  return { path, type: describeType(schema), ...(link ? { link } : {}), isRequired, notes: listNotes(schema) }
}

function linkOf(schema: Schema): string | undefined {
  const plain = withoutNull(schema)
  return nameOf(plain.items ?? plain)
}

const formats: Record<string, string> = { email: 'email', uri: 'URL', uuid: 'UUID', byte: 'base64' }

export function describeType(schema: Schema): string {
  const plain = withoutNull(schema)
  return plain === schema ? describePlainType(plain) : `${describePlainType(plain)} or null`
}

function describePlainType(schema: Schema): string {
  const name = nameOf(schema)
  if (name) return name
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.items) return `list of ${describePlainType(withoutNull(schema.items))}`
  const options = schema.anyOf ?? schema.oneOf
  if (options) return [...new Set(options.map(describePlainType))].join(' or ')
  if (schema.format && formats[schema.format]) return formats[schema.format]!
  return schema.type ? [schema.type].flat().join(' or ') : 'any JSON value'
}

function listNotes(schema: Schema): string[] {
  const plain = withoutNull(schema)
  const { minLength, maxLength, minimum, maximum, pattern } = plain
  const description = plain.type || plain.$ref ? (plain.description ?? schema.description) : undefined
  return [
    ...(description ? [description.replace(/\.$/, '')] : []),
    ...describeRange(minLength, maxLength, ' characters'),
    ...describeRange(minimum, maximum, ''),
    ...(pattern && !plain.format ? [`matches \`${pattern}\``] : []),
    ...(plain.default === undefined ? [] : [`default \`${JSON.stringify(plain.default)}\``]),
  ]
}

function describeRange(min: number | undefined, max: number | undefined, unit: string): string[] {
  const [low, high] = [min, max].map((bound) => bound?.toLocaleString('en-US'))
  if (min === 1 && max === undefined && unit) return ['not empty']
  if (low && high) return [`${low} to ${high}${unit}`]
  if (low) return [`at least ${low}${unit}`]
  return high ? [`at most ${high}${unit}`] : []
}
