import type { Routes } from '@latchkey/contract'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

type Usage = (Routes['GET /internal/server']['response']['admin']['usage'] & object)[number]

/** Highlighted from this share on. */
const highShare = 0.8

const quotas: Record<Usage['quota'], { name: string; count(value: number): string }> = {
  users: { name: 'Users', count: formatCount },
  requests: { name: 'Requests per minute', count: formatCount },
  emails: { name: 'Emails per day', count: formatCount },
  metadata: { name: 'Metadata written per day', count: formatKilobytes },
  webhooks: { name: 'Webhooks per hour', count: formatCount },
}

/** The projects closest to their quotas. */
export function Quotas({ usage }: { usage: readonly Usage[] }) {
  return (
    <Section title="Quotas" id="quotas" description="The projects closest to their limits. Limits are server settings.">
      <Table
        label="Quotas"
        rows={usage}
        empty="No quota usage yet."
        getId={({ project_id, quota }) => `${project_id} ${quota}`}
        columns={[
          {
            id: 'project',
            header: 'Project and quota',
            cell: ({ display_name, project_id, quota }) => (
              <>
                <strong title={project_id}>{display_name}</strong>
                <div className="ui-caption">{quotas[quota].name}</div>
              </>
            ),
          },
          {
            id: 'used',
            header: 'Used',
            align: 'end',
            priority: 'medium',
            cell: ({ quota, used, limit }) => (
              <span className="ui-tabular">
                {quotas[quota].count(used)} of {quotas[quota].count(limit)}
              </span>
            ),
          },
          { id: 'share', header: 'Share', align: 'end', cell: (row) => <Share {...row} /> },
        ]}
      />
    </Section>
  )
}

function Share({ used, limit }: Usage) {
  const share = used / limit
  const text = share < 0.01 ? '< 1%' : `${Math.floor(share * 100)}%`
  if (share < highShare) return <span className="ui-tabular">{text}</span>
  return <Badge tone={share < 1 ? 'accent' : 'danger'}>{text}</Badge>
}

function formatCount(value: number): string {
  return value.toLocaleString('en')
}

function formatKilobytes(value: number): string {
  return value < 1000 ? `${value} kB` : `${formatCount(Math.floor(value / 1000))} MB`
}
