import { emailKinds, emailVariables } from '@latchkey/contract'
import { isUserInput } from '../bounded-text.ts'

/** Pieces of the code that a document is converted to. */

const standard: Record<string, string> = {
  userDisplayName: 'user.displayName',
  projectDisplayName: 'project.displayName',
}

export const isStandard = (name: string) => Object.hasOwn(standard, name)

export function toExpression(name: string, fallback?: string | null): string {
  const value = isStandard(name) ? standard[name]! : `variables.${name}`
  return fallback ? `(${value} || ${quote(fallback)})` : value
}

/** In single quotes, as the rest of the code. */
export function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

const placeholder = /\{\{\s*([a-zA-Z][a-zA-Z0-9_]{0,63})\s*(?:\|([^{}]*))?\}\}/g

/** Text with `{{variables}}` as an expression. */
export function textToExpression(text: string): string {
  return template(text, (name, fallback) => `${toExpression(name)} || ${quote(fallback ?? '')}`)
}

/** The same for an address: values in the middle of it are escaped. */
export function urlToExpression(text: string): string {
  return template(text.trim(), (name, fallback, offset) => {
    const value = fallback ? toExpression(name, fallback) : `${toExpression(name)} || ''`
    return offset === 0 && !isUserInput(name) ? value : `encodeURIComponent(${value})`
  })
}

function template(
  text: string,
  toCode: (name: string, fallback: string | undefined, offset: number) => string,
): string {
  const [only] = text.matchAll(placeholder)
  if (only && only[0] === text && !only[2]) return toExpression(only[1]!)
  let end = 0
  let code = ''
  for (const match of text.matchAll(placeholder)) {
    code += `${escapeTemplate(text.slice(end, match.index))}\${${toCode(match[1]!, match[2], match.index)}}`
    end = match.index + match[0].length
  }
  return end === 0 ? quote(text) : `\`${code}${escapeTemplate(text.slice(end))}\``
}

function escapeTemplate(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('`', '\\`').replaceAll('${', '\\${')
}

export function listNames(text: string): string[] {
  return [...text.matchAll(placeholder)].map((match) => match[1]!)
}

const samples = new Map(
  (Object.keys(emailKinds) as (keyof typeof emailKinds)[])
    .flatMap(emailVariables)
    .map(({ name, sample }) => [name, sample]),
)

export const sampleOf = (name: string) => samples.get(name) ?? name
