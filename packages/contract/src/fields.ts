import { type ZodType, z } from 'zod'
import { maxLocaleLength, readLocale } from './locales.ts'
import { uuidPattern } from './uuid.ts'

export const uuid = z.string().regex(uuidPattern, 'must be a UUID').toLowerCase().meta({ format: 'uuid' })

/** A user ID, or `me` for the signed-in user. The server replaces `me` before it validates. */
export const userIdOrMe = z
  .string()
  .refine((value) => value === 'me' || uuidPattern.test(value), 'must be a UUID or `me`')
  .toLowerCase()
  .meta({ description: 'The ID of a user, or `me` for the signed-in user.' })

export function acceptsMe(schema: ZodType): boolean {
  if (schema === userIdOrMe) return true
  const inner = (schema as { def?: { innerType?: ZodType } }).def?.innerType
  return inner !== undefined && acceptsMe(inner)
}

/** A language, in its usual spelling. */
export const locale = z
  .string()
  .max(maxLocaleLength, { abort: true })
  .refine((tag) => readLocale(tag) !== undefined, 'must be a language such as de or pt-BR')
  .overwrite((tag) => readLocale(tag) ?? tag)
  .meta({ description: 'A language as a BCP 47 tag, such as `de` or `pt-BR`.', examples: ['de-DE'] })

/** Of a list in a request, far more than anybody needs. */
export const maxListItems = 1_000

const addressPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/**
 * An email address as HTML defines it: ASCII, one address, nothing around it. The length is checked first, because the
 * patterns would take very long for long texts.
 */
export const emailAsGiven = z
  .string()
  .max(256, { abort: true })
  .regex(addressPattern, 'must be a valid email address')
  .meta({ format: 'email' })

export const email = emailAsGiven.toLowerCase().meta({ format: 'email' })

/** A stricter check for email addresses that are used to sign in. */
export const signInEmail = z
  .string()
  .max(256, { abort: true })
  .regex(addressPattern, 'must be a valid email address')
  .regex(/^[^.@](?:(?!\.\.)[^@])*(?<!\.)@/, 'must not have a leading, trailing or double dot before the @')
  .regex(/^[^@]*@.*\.[^.]{2,}$/, 'must end in a top-level domain of at least two characters')
  .toLowerCase()
  .meta({ format: 'email' })

export const maxPasswordLength = 70
export const minPasswordLength = 8
export const password = shortText(maxPasswordLength)

/** An absolute URL without spaces. Whether it is trusted is checked elsewhere. */
export const url = z
  .string()
  .max(1_000_000)
  .refine((value) => !/\s/.test(value) && URL.canParse(value), 'must be a URL')
  .meta({ format: 'uri' })

/** `https://app.example.com`, or a pattern such as `https://*.example.com`. */
export const trustedDomain = z
  .string()
  .max(300, 'must have at most 300 characters')
  .refine(isTrustedDomain, 'must be an http or https URL; * is only allowed in the host')

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
  '$manage_connections',
] as const

/** IDs are in indexes, which limit the length of a text. */
const maxPermissionIdLength = 256

export const customPermissionId = z
  .string()
  .max(maxPermissionIdLength)
  .regex(/^[a-z0-9_:]+$/, 'must only contain lowercase letters, digits, : and _')
  .refine((id) => !['__proto__', 'constructor', 'prototype'].includes(id), 'is a reserved name')

/** A custom permission or, with `$`, a system permission. */
export const permissionId = z
  .string()
  .max(maxPermissionIdLength)
  .regex(/^\$?[a-z0-9_:]+$/, 'must only contain lowercase letters, digits, : and _')
  .refine(
    (id) => !id.startsWith('$') || (systemPermissionIds as readonly string[]).includes(id),
    'Invalid system permission',
  )

/** An account at a provider. It is in an index, which limits the length; providers use far shorter IDs. */
export const providerAccountId = z.string().min(1).max(500)

export const millis = z.number().int().meta({ description: 'Milliseconds since the Unix epoch.' })
/** The end of the year 9999, which every part of the system can store and show. */
export const maxDateMillis = 253_402_300_799_999
export const queryBoolean = z.enum(['true', 'false'])
export const displayName = shortText(256)

/** Counts UTF-16 units, as clients do. zod's own limit counts code points. */
function shortText(maxLength: number) {
  return z
    .string()
    .refine((text) => text.length <= maxLength, `must have at most ${maxLength} characters`)
    .meta({ maxLength })
}

/** Any JSON value. Its depth is checked when the body is parsed. */
/** What an app is used for in one of its projects. */
export const environment = z.enum(['development', 'staging', 'production'])
export type Environment = z.output<typeof environment>

export const json = z.unknown().meta({ description: 'Any JSON value.' })

const maxMetadataBytes = 256_000

/** Limited so that a page of a thousand users or teams can still be returned. */
export const metadata = json
  .refine(isSmallEnough, `must have at most ${maxMetadataBytes / 1000} kB as JSON; store larger data elsewhere`)
  .meta({ description: 'Any JSON value of up to 256 kB.' })

function isSmallEnough(value: unknown): boolean {
  const text = JSON.stringify(value) ?? ''
  return text.length <= maxMetadataBytes && new TextEncoder().encode(text).length <= maxMetadataBytes
}

const base64Pattern = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
export const base64 = z.string().regex(base64Pattern, 'must be valid base64').meta({ format: 'byte' })

/** For routes without query parameters: sending one is an error. */
export const noQuery = z.strictObject({})

export const success = z.object({ success: z.literal(true) })

/** Opaque. Only `GET /users` has another one: existing clients use the ID of the page's first user. */
export const listCursor = z
  .string()
  .max(5_000)
  .meta({ description: '`next_cursor` of the previous response, to get the next page.' })

/** Returned complete, without `pagination`, if there are at most 1,000 items and 1 MB. Longer lists are paginated. */
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

/** The response of every sign-in that cannot create an account. */
export const tokensAndUser = z.object({ access_token: z.string(), refresh_token: z.string(), user_id: z.string() })

/** After a sign-in with a password. */
export const passwordOffer = {
  is_password_leaked: z
    .boolean()
    .optional()
    .meta({ description: 'The password is on a public list of leaked passwords. Offer the user to change it.' }),
}
