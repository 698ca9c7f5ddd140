import { settings } from './settings.ts'

/** Variables of apps and of the command line, which may run in the same environment. */
const variablesOfApps = [
  'LATCHKEY_PROJECT_ID',
  'LATCHKEY_PUBLISHABLE_CLIENT_KEY',
  'LATCHKEY_SECRET_SERVER_KEY',
  'LATCHKEY_SUPER_SECRET_ADMIN_KEY',
  'LATCHKEY_API_URL',
  'LATCHKEY_API_URL_BROWSER',
  'LATCHKEY_API_URL_SERVER',
  'LATCHKEY_APP_URL',
  'LATCHKEY_EXTRA_REQUEST_HEADERS',
]

/** A misspelled variable would leave its setting at the default, and nobody would notice. One sentence for each. */
export function describeUnknownVariables(env: NodeJS.ProcessEnv): string[] {
  const ours = Object.keys(settings)
  const known = new Set([...ours, ...variablesOfApps])
  return Object.keys(env)
    .filter((name) => name.startsWith('LATCHKEY_') && !known.has(name))
    .map((name) => {
      const closest = findClosest(name, ours)
      return `${name} is not a setting.${closest ? ` Did you mean ${closest}?` : ' See docs/configuration.md for all of them.'}`
    })
}

/** Undefined if no name is similar enough to be what was meant. */
function findClosest(name: string, names: string[]): string | undefined {
  const distances = names.map((candidate) => [candidate, countEdits(name, candidate)] as const)
  const [closest, edits] = distances.reduce((best, next) => (next[1] < best[1] ? next : best))
  return edits <= 5 ? closest : undefined
}

/** The number of characters to insert, delete or replace. */
function countEdits(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, character] of [...from].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = previous[column]! + (character === other ? 0 : 1)
      current.push(Math.min(replaced, previous[column + 1]! + 1, current[column]! + 1))
    }
    previous = current
  }
  return previous.at(-1)!
}
