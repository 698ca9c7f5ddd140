import { StatusError } from '@latchkey/react'
import type { Problems } from './fields.ts'

/** A setting that the server refused, and why, as a sentence. Without a path, it concerns no single setting. */
interface Mistake {
  path?: string
  message: string
}

const marker = /^\[(?:FORMAT ERROR|ERROR|WARNING)\] /
const line = /^(?<path>[\w$-]+(?:\.[\w$:-]*[\w$-])+):? (?<message>.+)$/

/** The mistakes that the server found in settings. It names each by its path: `emails.server.port must be at most 65535`. */
function readMistakes(text: string): Mistake[] {
  if (!marker.test(text)) return []
  return text
    .replace(marker, '')
    .split('\n')
    .map((each) => {
      const { path, message } = line.exec(each)?.groups ?? {}
      return path && message ? { path, message: toSentence(message) } : { message: each }
    })
}

function toSentence(message: string): string {
  const text = message.replace(/\.$/, '')
  if (text === 'is required') return 'This field is required.'
  return /^(must|has) /.test(text) ? `This ${text}.` : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** The field of a form that a setting belongs to, by the setting's path. */
export type FieldAt<Values> = (path: string) => keyof Values | undefined

/**
 * Which fields of a form the server refused. Unless the form knows better, a field has the name of the setting, or of
 * what the setting is in.
 */
export function findRefusedFields<Values extends object>(
  error: unknown,
  values: Values,
  fieldAt: FieldAt<Values> = (path) => fieldNamedIn(path, values),
): Problems<Values> | undefined {
  if (!(error instanceof StatusError)) return undefined
  const found = readMistakes(error.message).flatMap(({ path, message }) => {
    const field = path && fieldAt(path)
    return field ? [[field, message]] : []
  })
  return found.length > 0 ? (Object.fromEntries(found) as Problems<Values>) : undefined
}

const fieldNamedIn = <Values extends object>(path: string, values: Values) =>
  path
    .split('.')
    .reverse()
    .find((name) => Object.hasOwn(values, name)) as keyof Values | undefined

/** The same as one text without paths, for what has no field of its own. */
export function describeMistakes(text: string): string | undefined {
  const mistakes = readMistakes(text)
  if (mistakes.length === 0) return undefined
  return mistakes
    .map(({ path, message }) => (path ? message.replace(/^This(?: field)? /, `${nameOf(path)} `) : message))
    .join(' ')
}

/** `emails.server.senderEmail` → `Sender email`. */
function nameOf(path: string): string {
  const words = path
    .split('.')
    .at(-1)!
    .replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
