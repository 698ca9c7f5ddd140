import { type Setting, settings } from './settings.ts'

/** The text of `docs/configuration.md`. Its test compares the file, and rewrites it with `vitest -u`. */
export function renderConfigDocs(): string {
  const rows = Object.values<Setting<unknown>>(settings).map((setting) => {
    const fallback = setting.default === undefined ? (setting.otherwise ?? 'none') : `\`${setting.default}\``
    const cells = [`\`${setting.name}\``, setting.sentence, capitalise(setting.value.expected), fallback]
    return `| ${cells.join(' | ')} |`
  })
  return `${[...introduction, '| Variable | What it is | Value | Default |', '|---|---|---|---|', ...rows].join('\n')}\n`
}

const introduction = [
  '# Configuration',
  '',
  'Latchkey is configured by environment variables. None is needed on your own machine. An invalid value stops',
  'the start and says what is expected; an empty value counts as absent.',
  '',
  'In production set at least `NODE_ENV=production`, `LATCHKEY_URL`, `LATCHKEY_SECRET` and, for more than one',
  'server, `DATABASE_URL` and the three `LATCHKEY_INTERNAL_…_KEY` variables.',
  '',
  'The internal project is the one whose users own projects. What a variable says about it counts at every start; what',
  'is left out stays as it was set there.',
  '',
]

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
