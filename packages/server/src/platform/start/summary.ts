import type { RunningServer } from '../../server.ts'
import type { Config } from '../config.ts'
import { describeDatabase } from './checks.ts'

/** What is running, where the data is, and what to do next. */
export function renderSummary({ pages, setup }: Pick<RunningServer, 'pages' | 'setup'>, config: Config): string {
  const data = config.databaseUrl ? `PostgreSQL at ${describeDatabase(config.databaseUrl)}` : config.dataFolder
  const rows = [
    ...pages.map(({ name, url }) => [name, url]),
    ['', ''],
    ['Data', data],
    ['Next', describeNextStep(pages)],
    ...(setup ? [['Setup code', `${setup.code}, if you open ${setup.page} from another machine`]] : []),
  ]
  const width = Math.max(...rows.map(([name = '']) => name.length)) + 2
  const lines = rows.map(([name = '', text = '']) => `  ${name.padEnd(width)}${text}`.trimEnd())
  return ['', '  Latchkey is ready.', '', ...lines, '', '  Ctrl-C stops the server and its database.', ''].join('\n')
}

function describeNextStep(pages: RunningServer['pages']): string {
  const names = new Set(pages.map(({ name }) => name))
  if (names.has('Dashboard')) return 'open the dashboard and create your first project.'
  if (names.has('Demo') && names.has('Inbox')) return 'open the demo and sign up; its emails arrive in the inbox.'
  if (names.has('Demo')) return 'open the demo and sign up.'
  return names.has('Docs') ? 'open the docs and make your first request.' : 'make your first request to the API.'
}
