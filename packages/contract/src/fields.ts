import { type ZodType, z } from 'zod'
import { uuidPattern } from './uuid.ts'

export const uuid = z.string().regex(uuidPattern, 'must be a UUID').toLowerCase().meta({ format: 'uuid' })

/** A user id, or `me` for the signed-in user. The server replaces `me` before it validates. */
export const userIdOrMe = z
  .string()
  .refine((value) => value === 'me' || uuidPattern.test(value), 'must be a UUID or `me`')
  .toLowerCase()
  .meta({ description: 'The id of a user, or `me` for the signed-in user.' })

export function acceptsMe(schema: ZodType): boolean {
  if (schema === userIdOrMe) return true
  const inner = (schema as { def?: { innerType?: ZodType } }).def?.innerType
  return inner !== undefined && acceptsMe(inner)
}

const addressPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/**
 * The HTML grammar of an e-mail address: ASCII, one address, nothing around it. What is too long is not looked at any
 * further, because the patterns would take very long over it.
 */
export const emailAsGiven = z
  .string()
  .max(256, { abort: true })
  .regex(addressPattern, 'must be a valid e-mail address')
  .meta({ format: 'email' })

export const email = emailAsGiven.toLowerCase().meta({ format: 'email' })

/** The stricter form for e-mails that somebody will sign in with. */
export const signInEmail = z
  .string()
  .max(256, { abort: true })
  .regex(addressPattern, 'must be a valid e-mail address')
  .regex(/^[^.@](?:(?!\.\.)[^@])*(?<!\.)@/, 'must not have a leading, trailing or double dot before the @')
  .regex(/^[^@]*@.*\.[^.]{2,}$/, 'must end in a top-level domain of at least two characters')
  .toLowerCase()
  .meta({ format: 'email' })

export const maxPasswordLength = 70
export const minPasswordLength = 8
export const password = shortText(maxPasswordLength)

/** An absolute URL without spaces. Whether it is trusted is another question. */
export const url = z
  .string()
  .max(1_000_000)
  .refine((value) => !/\s/.test(value) && URL.canParse(value), 'must be a URL')
  .meta({ format: 'uri' })

/** `https://app.example.com`, or a pattern such as `https://*.example.com`. */
export const trustedDomain = z
  .string()
  .max(300, 'must have at most 300 characters')
  .refine(isTrustedDomain, 'must be a URL with http or https; * may stand only in the host')

function isTrustedDomain(value: string): boolean {
  const [, scheme, authority = ''] = /^(https?:\/\/)([^/?#\s@\\]+)(?:[/?#][^\s*]*)?$/i.exec(value) ?? []
  const [, host, port = ''] = /^(\[[0-9a-f:.]+\]|[^:]+)(:(?:\d{1,5}|\*+))?$/i.exec(authority) ?? []
  if (!scheme || !host || /^\.|\.\.|\.$/.test(host)) return false
  if (host.includes('*') && !/^[a-z0-9.*-]+$/i.test(host)) return false
  return URL.canParse(`${scheme}${host.replaceAll('*', 'x')}${port.replace(/\*+/, '1')}`)
}

export const systemPermissionIds = [
  '$update_team',
  '$delete_team',
  '$read_members',
  '$remove_members',
  '$invite_members',
  '$manage_api_keys',
] as const

/** Ids are keys of indexes, which have no room for texts of any length. */
const maxPermissionIdLength = 256

export const customPermissionId = z
  .string()
  .max(maxPermissionIdLength)
  .regex(/^[a-z0-9_:]+$/, 'must be lower-case letters, digits, : and _')
  .refine((id) => !['__proto__', 'constructor', 'prototype'].includes(id), 'is a reserved name')

/** A permission of the project or, with `$`, one of the system's. */
export const permissionId = z
  .string()
  .max(maxPermissionIdLength)
  .regex(/^\$?[a-z0-9_:]+$/, 'must be lower-case letters, digits, : and _')
  .refine(
    (id) => !id.startsWith('$') || (systemPermissionIds as readonly string[]).includes(id),
    'Invalid system permission',
  )

/** An account at a provider. Part of an index, which takes no text of any length; providers use far shorter ones. */
export const providerAccountId = z.string().min(1).max(500)

export const millis = z.number().int().meta({ description: 'Milliseconds since the Unix epoch.' })
export const queryBoolean = z.enum(['true', 'false'])
export const displayName = shortText(256)

/** Counted in UTF-16 units, as every client counts. zod's own limit counts code points. */
function shortText(maxLength: number) {
  return z
    .string()
    .refine((text) => text.length <= maxLength, `must have at most ${maxLength} characters`)
    .meta({ maxLength })
}

/** Any JSON value. Shape and depth are checked where the body is parsed. */
export const json = z.unknown().meta({ description: 'Any JSON value.' })

const maxMetadataBytes = 256_000

/** What a user or team carries along: any JSON value, as long as a page of a thousand of them can be answered. */
export const metadata = json
  .refine(isSmallEnough, `must have at most ${maxMetadataBytes / 1000} kB as JSON: keep larger things elsewhere`)
  .meta({ description: 'Any JSON value of up to 256 kB.' })

function isSmallEnough(value: unknown): boolean {
  const text = JSON.stringify(value) ?? ''
  return text.length <= maxMetadataBytes && new TextEncoder().encode(text).length <= maxMetadataBytes
}

const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
export const base64 = z.string().regex(base64Pattern, 'must be valid base64').meta({ format: 'byte' })

/** Of routes that take no query keys: whoever sends one is told so. */
export const noQuery = z.strictObject({})

export const success = z.object({ success: z.literal(true) })

/** Of the lists that nearly always come whole: what `next_cursor` of the answer before said. */
export const listCursor = z
  .string()
  .regex(/^\d{1,9}$/, 'must be the next_cursor of an earlier answer')
  .meta({ description: 'Where the list goes on: `next_cursor` of the answer before.' })

/**
 * A list that is answered whole, without `pagination`, as long as it has at most 1,000 items of 4 MB. One with more comes in
 * pages.
 */
export function listOf<T extends ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    is_paginated: z.boolean(),
    pagination: z.object({ next_cursor: z.string().nullable() }).optional(),
  })
}

export function pageOf<T extends ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    is_paginated: z.literal(true),
    pagination: z.object({ next_cursor: z.string().nullable() }),
  })
}

/** The answer of every sign-in that cannot create an account. */
export const tokensAndUser = z.object({ access_token: z.string(), refresh_token: z.string(), user_id: z.string() })
