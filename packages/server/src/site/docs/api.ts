import { describeApi } from '@latchkey/contract/openapi'

export type Level = 'client' | 'server' | 'admin'

/** The subset of JSON Schema that describes the contract's schemas. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  prefixItems?: Schema[]
  additionalProperties?: boolean | Schema
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  default?: unknown
  description?: string
  examples?: unknown[]
  'x-access'?: Level[]
  'x-status'?: number
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

export interface Operation {
  'x-route': string
  'x-access': Level[]
  'x-errors': string[]
  'x-limits'?: string[]
  'x-owner-roles'?: string[]
  tags: [string]
  summary: string
  description?: string
  security: Record<string, []>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}

type Content = Record<string, { schema: Schema }>

export interface Api {
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

let api: Api | undefined

/** The OpenAPI description, from which the whole reference is rendered. Made once, because it takes long. */
export function readApi(): Api {
  api ??= describeApi() as unknown as Api
  return api
}

export function listOperations(api: Api): Operation[] {
  return Object.values(api.paths).flatMap((item) => Object.values(item))
}

export function bodyOf(operation: Operation): Schema | undefined {
  return operation.requestBody?.content['application/json']?.schema
}

/** A success response without content is a redirect. */
export function responseOf(operation: Operation): { status: string; type: string; schema: Schema } {
  const [status, response] = Object.entries(operation.responses).find(([code]) => /^[23]/.test(code))!
  const [type, { schema }] = Object.entries(response.content ?? {})[0] ?? ['redirect', { schema: {} }]
  return { status, type, schema }
}

/** The name of a shared schema. */
export function nameOf(schema: Schema): string | undefined {
  return schema.$ref?.split('/').at(-1)
}

/** The schema without null, if it is nullable. */
export function withoutNull(schema: Schema): Schema {
  const { anyOf, type, ...rest } = schema
  if (Array.isArray(type) && type.includes('null')) return { ...schema, type: type.find((name) => name !== 'null')! }
  const others = anyOf?.filter((option) => option.type !== 'null')
  if (!others || others.length === anyOf?.length) return schema
  return others.length === 1 ? { ...rest, ...others[0] } : { ...rest, anyOf: others }
}

/** `POST /auth/password/sign-in` → `post-auth-password-sign-in`. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
