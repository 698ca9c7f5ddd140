import { StatusError } from '@latchkey/react'
import type { Problems } from './fields.ts'

/** A setting that the server refused, and why, as a sentence. */
interface Mistake {
  path: string
  message: string
}

const line = /^(?<path>[\w$-]+(?:\.[\w$:-]*[\w$-])+):? (?<message>.+)$/

/** The mistakes that the server found in settings. It names each by its path: `emails.server.port must be at most 65535`. */
export function readMistakes(text: string): Mistake[] {
  const [, list] = /^\[(?:FORMAT ERROR|ERROR|WARNING)\] (.*)$/s.exec(text) ?? []
  return (list?.split('\n') ?? []).flatMap((each) => {
    const { path, message } = line.exec(each)?.groups ?? {}
    return path && message ? { path, message: toSentence(message) } : []
  })
}

function toSentence(message: string): string {
  if (message === 'is required.') return 'This field is required.'
  const text = message.replace(/^must /, '').replace(/\.$/, '')
  if (text === message.replace(/\.$/, '')) return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  return `This must ${text}.`
}

/** Which fields of a form the server refused. A field is recognized by the last names of the setting's path. */
export function findRefusedFields<Values extends object>(error: unknown, values: Values): Problems<Values> | undefined {
  if (!(error instanceof StatusError)) return undefined
  const found = readMistakes(error.message).flatMap(({ path, message }) => {
    const field = path
      .split('.')
      .reverse()
      .find((name) => Object.hasOwn(values, name))
    return field ? [[field, message]] : []
  })
  return found.length > 0 ? (Object.fromEntries(found) as Problems<Values>) : undefined
}

/** The same as one text without paths, for what has no field of its own. */
export function describeMistakes(text: string): string | undefined {
  const mistakes = readMistakes(text)
  if (mistakes.length === 0) return undefined
  return mistakes.map(({ path, message }) => message.replace(/^This /, `${nameOf(path)} `)).join(' ')
}

/** `emails.server.senderEmail` → `Sender email`. */
function nameOf(path: string): string {
  const words = path.split('.').at(-1)!.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
