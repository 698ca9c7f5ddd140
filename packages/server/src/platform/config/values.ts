import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { z } from 'zod'

// Kinds of values. The description completes the sentence "… must be …".

export function wholeNumber(min: number, max: number) {
  const digits = z.string().regex(/^\d{1,9}$/)
  return digits.transform(Number).pipe(z.number().min(min).max(max)).describe(`a whole number from ${min} to ${max}`)
}

export const port = wholeNumber(1, 65535)

const several = wholeNumber(1, 64)

/** A number of processes. */
export const processes = z
  .literal('auto')
  .transform(() => availableParallelism())
  .or(several)
  .describe(`\`auto\` for one per processor core, or ${several.description}`)

export const anyText = z.string().describe('any string')

export const onOff = z.stringbool({ truthy: ['on'], falsy: ['off'], case: 'sensitive' }).describe('`on` or `off`')

export const secret = z
  .string()
  .min(32)
  .describe('a string of at least 32 characters, for example the output of `openssl rand -hex 32`')

export const secrets = list(z.string().min(32)).describe('secrets of at least 32 characters, separated by commas')

export const setupCode = z
  .string()
  .min(16)
  .max(1_000)
  .describe('a string of 16 to 1000 characters, for example the output of `openssl rand -hex 16`')

/** Keys are sent in headers, which allow no other characters and are trimmed. */
export const projectKey = z
  .string()
  .regex(/^[!-~][ -~]{14,}[!-~]$/)
  .describe('at least 16 ASCII characters, not starting or ending with a space')

// The text is checked too, because the parser silently drops an empty query or fragment.
const webAddress = z
  .url({ protocol: /^https?$/ })
  .regex(/^[^?#]*$/)
  .refine((text) => URL.canParse(text) && !new URL(text).username && !new URL(text).password)

export const baseUrl = webAddress
  .transform((text) => new URL(text))
  .refine(({ pathname }) => pathname === '/')
  .transform(({ origin }) => origin)
  .describe('an http or https URL without a path, for example `https://auth.example.com`')

const plainAddress = 'an http or https URL without query and fragment'

export const issuerUrl = webAddress.describe(`${plainAddress}, for example \`https://id.example.com\``)

export const apiUrl = webAddress.describe(`${plainAddress}, for example \`https://api.example.com/v1\``)

export const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/ })
  .describe('a URL such as `postgres://user:password@host:5432/database`')

export const emailAddress = z
  .string()
  .max(256)
  .regex(/^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z0-9-]+\.)+[a-z0-9-]{2,}$/i)
  .toLowerCase()
  .describe('an email address such as `ada@example.com`')

/** Returns only the address. */
export const mailbox = z
  .string()
  .transform((text) => /^[^<>\r\n]+ <([^<>]+)>$/.exec(text)?.[1] ?? text)
  .pipe(z.string().regex(/^[^\s@<>]+@[^\s@<>]+$/))
  .describe('an email address such as `auth@example.com` or `Example <auth@example.com>`')

export const password = z.string().min(8).max(70).describe('a password of 8 to 70 characters')

export const hostName = z
  .string()
  .refine((text) => isIP(text) || /^[a-zA-Z0-9]([a-zA-Z0-9._-]{0,252}[a-zA-Z0-9])?$/.test(text))
  .describe('a hostname or an IP address')

export const addressList = list(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])).describe(
  'IP addresses and ranges separated by commas, for example `10.0.0.0/8, ::1`',
)

/** As Node.js takes them: a port follows a colon, and then an IPv6 address is in brackets. */
export const nameServerList = list(
  z.string().refine((text) => {
    const [, six, four, after] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [undefined, undefined, text]
    return isIP(six ?? four ?? text) !== 0 && Number(after ?? 53) <= 65_535
  }),
).describe('IP addresses separated by commas, with or without a port, for example `10.0.0.2, 127.0.0.1:5353`')

export const portList = list(port).describe('port numbers separated by commas, for example `8443, 9000`')

export function oneOf<T extends string>(words: readonly T[]) {
  return z.enum(words).describe(`one of ${listWords(words.slice(0, -1))} or ${listWords(words.slice(-1))}`)
}

export const logLevel = oneOf(['debug', 'info', 'warn', 'error', 'silent'])
export type LogLevel = z.output<typeof logLevel>

/** Some of these words, each once, or none of them. */
export function someOf<T extends string>(words: readonly T[]) {
  const some = list(z.enum(words)).refine((given) => new Set(given).size === given.length)
  const none = z.literal('none').transform((): T[] => [])
  return none.or(some).describe(`any of ${listWords(words)}, separated by commas, or \`none\``)
}

function list<T>(item: z.ZodType<T, string>) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(item))
}

function listWords(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ')
}
