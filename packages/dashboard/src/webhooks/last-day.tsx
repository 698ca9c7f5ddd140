import { useData } from '../data/data.ts'
import { Sparkline } from '../ui/sparkline.tsx'

/** How many messages of the last day were delivered, as a number and as a line by hour. */
export function LastDay({ endpointId }: { endpointId: string }) {
  const { hours } = useData('GET /internal/webhook-endpoints/{endpoint_id}/last-day', {
    params: { endpoint_id: endpointId },
  })
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0)
  const total = hours.reduce((sum, hour) => sum + hour.delivered + hour.failed, 0)
  if (total === 0) return <p className="ui-muted">No messages in the last 24 hours.</p>
  return (
    <div className="webhooks-day">
      <div>
        <strong className="ui-tabular">{percentOf(delivered, total)}</strong>
        <span className="ui-caption">
          {delivered.toLocaleString('en')} of {total.toLocaleString('en')} delivered in the last 24 hours
        </span>
      </div>
      <Sparkline values={ratesOf(hours)} />
    </div>
  )
}

/** A single failure must not look like 100%, and a single success not like 0%. */
function percentOf(part: number, total: number): string {
  const percent = Math.round((part / total) * 100)
  if (part < total && percent === 100) return '> 99%'
  return part > 0 && percent === 0 ? '< 1%' : `${percent}%`
}

/** The share of delivered messages by hour. An hour without messages continues the one before. */
export function ratesOf(hours: readonly { delivered: number; failed: number }[]): number[] {
  const known = hours.map(({ delivered, failed }) =>
    delivered + failed === 0 ? undefined : delivered / (delivered + failed),
  )
  let last = known.find((rate) => rate !== undefined) ?? 1
  return known.map((rate) => {
    last = rate ?? last
    return last
  })
}
