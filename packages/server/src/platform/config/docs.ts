import { listSettings } from './read-values.ts'
import { groups } from './settings.ts'

/** The content of `docs/configuration.md`. A test compares the file and updates it with `vitest --update`. */
export function renderConfigDocs(): string {
  const rows = listSettings().flatMap(([variable, { value, sentence, ...setting }]) => {
    const fallback = setting.default === undefined ? setting.otherwise : `\`${setting.default}\``
    const row = `| \`${variable}\` | ${sentence} | ${capitalise(value.description!)} | ${fallback} |`
    const group = groups[variable]
    return group
      ? ['', `## ${group}`, '', '| Variable | Description | Value | Default |', '|---|---|---|---|', row]
      : row
  })
  return `${[...introduction, ...rows].join('\n')}\n`
}

const introduction = [
  '# Configuration',
  '',
  'Latchkey is configured with environment variables. On your own machine you do not need any. With an invalid value the',
  'server refuses to start and says what is expected. An empty value counts as not set.',
  '',
  'In production, set at least `NODE_ENV=production`, `LATCHKEY_URL` and `LATCHKEY_SECRET`. For more than one server, also',
  'set `DATABASE_URL` and the three `LATCHKEY_INTERNAL_…_KEY` variables.',
  '',
  'The users of the internal project are the project owners. Variables for the internal project apply on every start; if',
  'one is not set, the current setting stays.',
]

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
