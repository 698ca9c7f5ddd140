import type { Routes } from '@latchkey/contract'
import { useState } from 'react'
import { SearchField } from '../ui/field.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

type Setting = Routes['GET /internal/server']['response']['admin']['settings'][number]

const sources: Record<Setting['source'], string> = {
  environment: 'Environment',
  'data-folder': 'Data folder',
  default: 'Default',
}

/** Every setting of the responding node, with its source. */
export function SettingsTable({ settings }: { settings: readonly Setting[] }) {
  const [text, setText] = useState('')
  const found = settings.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
  return (
    <Section
      title="Effective settings"
      id="settings"
      description="Environment variables of the node that served this page. Secrets are masked. Changes need a restart."
      actions={<SearchField label="Filter settings" value={text} onChange={(event) => setText(event.target.value)} />}
    >
      <Table
        label="Effective settings"
        rows={found}
        empty="No settings match."
        getId={({ name }) => name}
        columns={[
          {
            id: 'name',
            header: 'Setting',
            cell: ({ name, description, ...setting }) => (
              <>
                <code className="server-name">{name}</code>
                <div className="ui-caption server-description">{plain(description)}</div>
                <div className="server-value">
                  <Value of={setting} />
                </div>
              </>
            ),
          },
          {
            id: 'value',
            header: 'Value',
            priority: 'medium',
            cell: (setting) => <Value of={setting} />,
          },
          {
            id: 'source',
            header: 'Source',
            cell: ({ source }) =>
              source === 'environment' ? <Badge tone="accent">{sources[source]}</Badge> : sources[source],
          },
        ]}
      />
    </Section>
  )
}

function Value({ of: { value, otherwise } }: { of: Pick<Setting, 'value' | 'otherwise'> }) {
  return value === null ? (
    <span className="ui-muted server-reason">Not set: {plain(otherwise ?? 'off')}</span>
  ) : (
    <code className="server-reason">{value}</code>
  )
}

/** Renders backticks as code. The documentation shares these texts. */
const plain = (text: string) => text.replaceAll('`', '')
