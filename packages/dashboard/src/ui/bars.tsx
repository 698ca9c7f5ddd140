import './chart.css'

interface BarsProps {
  label: string
  bars: readonly { name: string; count: number }[]
}

/** Shares of a total, largest first. */
export function Bars({ label, bars }: BarsProps) {
  const total = bars.reduce((sum, { count }) => sum + count, 0)
  return (
    <ul className="chart-bars" aria-label={label}>
      {bars.map(({ name, count }) => (
        <li key={name}>
          <span className="ui-truncate">{name}</span>
          <span className="chart-bar" aria-hidden="true">
            <span style={{ width: `${(count / Math.max(1, total)) * 100}%` }} />
          </span>
          <span className="ui-tabular">{count.toLocaleString('en')}</span>
          <span className="ui-tabular ui-muted">{Math.round((count / Math.max(1, total)) * 100)}%</span>
        </li>
      ))}
    </ul>
  )
}
