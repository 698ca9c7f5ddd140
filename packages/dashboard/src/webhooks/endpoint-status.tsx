import { Badge } from '../ui/page.tsx'
import { type Endpoint, failureRateOf } from './endpoints.ts'

export function EndpointStatus({ endpoint }: { endpoint: Endpoint }) {
  const { is_enabled, disabled_reason, failing_since_millis } = endpoint
  if (disabled_reason === 'failing') return <Badge tone="danger">Disabled: kept failing</Badge>
  if (disabled_reason === 'gone') return <Badge tone="danger">Disabled: 410 Gone</Badge>
  if (!is_enabled) return <Badge>Disabled</Badge>
  return failing_since_millis ? <Badge tone="danger">Failing</Badge> : <Badge tone="success">Enabled</Badge>
}

export function FailureRate({ endpoint }: { endpoint: Endpoint }) {
  const rate = failureRateOf(endpoint)
  const { total, failing } = endpoint.recent_deliveries
  if (rate === undefined) return <span className="ui-muted">No deliveries</span>
  return (
    <span className="ui-tabular">
      {/* A few failures must not show as 0%. */}
      {failing > 0 && rate < 0.01 ? '< 1' : Math.round(rate * 100)}%{' '}
      <span className="ui-muted">of {total === 1 ? 'the last one' : `the last ${total}`}</span>
    </span>
  )
}
