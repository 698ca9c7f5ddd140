import { emailKinds, emailVariables } from '@latchkey/contract'
import { isUserInput } from '../bounded-text.ts'
import type { EmailInput } from '../rendering/render.ts'

/** The values of an email's variables. A list has one line for each of its entries. */
export interface Values {
  get(name: string): string[]
  isSet(name: string): boolean
  /** A text with `{{name}}` and `{{name|fallback}}`. Values are not searched for variables. */
  fill(text: string): string
  /** The same for an address. Undefined if it is no address that an email may link to. */
  fillUrl(text: string): string | undefined
}

/** An email that cannot be rendered, for a reason that its author can change. */
export class DocumentError extends Error {}

/** What variables may add to an email in all its places, so that a short text cannot become a huge email. */
const maxCharacters = 1_000_000

const placeholder = /\{\{\s*([a-zA-Z][a-zA-Z0-9_]{0,63})\s*(?:\|([^{}]*))?\}\}/g
const samples = new Map<string, string[]>(
  [undefined, ...(Object.keys(emailKinds) as (keyof typeof emailKinds)[])]
    .flatMap(emailVariables)
    .map(({ name, sample }) => [name, [sample]]),
)

export function valuesOf({ user, project, variables, unsubscribeLink, isPreview }: EmailInput): Values {
  // A map, so that no name is special.
  const values = new Map(isPreview ? samples : [])
  for (const [name, value] of Object.entries(variables)) values.set(name, toLines(value))
  values.set('userDisplayName', toLines(user.displayName))
  values.set('projectDisplayName', toLines(project.displayName))
  if (unsubscribeLink || !isPreview) values.set('unsubscribeLink', toLines(unsubscribeLink))
  let characters = 0
  const find = (name: string) => values.get(name) ?? (isPreview ? [`{{${name}}}`] : [])
  const isSet = (name: string) => find(name).length > 0
  const get = (name: string) => {
    const lines = find(name)
    for (const line of lines) characters += line.length + 1
    if (characters > maxCharacters) throw new DocumentError('The email is too large.')
    return lines
  }
  const fillWith = (text: string, toText: (name: string, offset: number) => string) =>
    text.replaceAll(placeholder, (_whole, name: string, fallback: string | undefined, offset: number) =>
      isSet(name) ? toText(name, offset) : (fallback ?? ''),
    )
  return {
    get,
    isSet,
    fill: (text) => fillWith(text, (name) => get(name).join(', ')),
    fillUrl: (text) =>
      toSafeUrl(
        fillWith(text.trim(), (name, offset) => {
          if (isPreview && !values.has(name)) return 'https://example.com/'
          const value = get(name).join(', ')
          // A link starts with a variable of the server, or of the app, but never with what a user has chosen.
          return offset === 0 && !isUserInput(name) ? value : encodeURIComponent(value)
        }),
      ),
  }
}

function toLines(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(toLines)
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  return typeof value === 'string' && value !== '' ? value.split(/\r\n|\r|\n/) : []
}

const linkSchemes = ['http:', 'https:', 'mailto:']

/** Programs ignore some characters in addresses, so what is checked is what they would open. */
export function toSafeUrl(text: string, schemes = linkSchemes): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (!schemes.includes(url.protocol)) return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are ignored inside of addresses
  return /[\u0000-\u0020\u007f-\u009f\u2028-\u202e\u2066-\u2069]/.test(text) ? url.href : text
}
