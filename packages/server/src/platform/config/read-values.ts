import type { z } from 'zod'
import { type Setting, settings, type Variable } from './settings.ts'

/** A setting with a default is never absent. */
export type Values = {
  [V in Variable]:
    | z.output<(typeof settings)[V]['value']>
    | ((typeof settings)[V] extends { default: string } ? never : undefined)
}

/** The variables that are set. Compose files and shells pass unset variables as empty strings. */
export function findGiven(env: NodeJS.ProcessEnv): Partial<Record<Variable, string>> {
  return Object.fromEntries(Object.entries(env).filter(([, text]) => text !== undefined && text.trim() !== ''))
}

/** Adds one sentence for every invalid variable. */
export function readValues(given: Partial<Record<Variable, string>>, problems: string[]): Values {
  const values: Record<string, unknown> = {}
  for (const [variable, { value, ...setting }] of listSettings()) {
    const text = given[variable] ?? setting.default
    if (text === undefined) continue
    const result = value.safeParse(text)
    if (result.success) values[variable] = result.data
    // The message leaves out the value: it may be a secret.
    else problems.push(`${variable} must be ${value.description}.`)
  }
  return values as Values
}

export function listSettings(): [Variable, Setting][] {
  return Object.entries(settings) as [Variable, Setting][]
}
