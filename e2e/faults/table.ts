import type { Result } from './fault.ts'

export interface Row {
  id: string
  name: string
  result: Result | { obstacle: string }
}

const heads = [
  'Fault',
  'What happens',
  'Tries',
  'Acknowledged',
  'Lost',
  'Doubled',
  'Sent again',
  'Healthy',
  'Delivered',
  'Result',
]

/** In Markdown, so that it can be pasted into the documentation. */
export function renderTable(rows: Row[]): string {
  const cells = rows.map(({ id, name, result }) => {
    if ('obstacle' in result) return [id, name, '', '', '', '', '', '', '', `not tried: ${result.obstacle}`]
    const { tries, account, seconds, problems } = result
    return [
      id,
      name,
      `${tries}`,
      ...(account
        ? [account.acknowledged, account.lost, account.doubled, account.sentAgain].map(String)
        : ['', '', '', '']),
      seconds === undefined ? '' : `${seconds.toFixed(1)} s`,
      account ? `${account.deliverySeconds.toFixed(0)} s` : '',
      problems.length === 0 ? 'ok' : problems.join('; ').replaceAll(/\s+/g, ' '),
    ]
  })
  const line = (texts: string[]) => `| ${texts.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...cells.map(line)].join('\n')
}
