import type { Routes } from '@latchkey/contract'
import { useState } from 'react'
import { SearchField } from '../ui/field.tsx'
import { Name } from '../ui/name.tsx'
import { Badge, Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

type Setting = Routes['GET /internal/server']['response']['admin']['settings'][number]

const sources: Record<Setting['source'], string> = {
  environment: 'Environment',
  'data-folder': 'Data folder',
  default: 'Default',
}

/** All settings of the node that responded. Settings with a value come first, then the others by group. */
export function SettingsTable({ settings }: { settings: readonly Setting[] }) {
  const [text, setText] = useState('')
  const found = settings.filter(({ name, description, group }) =>
    `${name} ${description} ${group}`.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const isSet = ({ source }: Setting) => source !== 'default'
  const groups = [...new Set(settings.map(({ group }) => group))].map(
    (title) => [title, found.filter((setting) => !isSet(setting) && setting.group === title)] as const,
  )
  const shown = [['Set on this server', found.filter(isSet)] as const, ...groups].filter(([, rows]) => rows.length > 0)
  return (
    <Section
      title="Effective settings"
      id="settings"
      description="Environment variables of the node that served this page. Secrets are masked. Changes need a restart."
      actions={<SearchField label="Filter settings" value={text} onChange={(event) => setText(event.target.value)} />}
    >
      {shown.length === 0 && <p className="ui-muted">No settings match “{text}”.</p>}
      {shown.map(([title, rows]) => (
        <div key={title} className="ui-stack">
          <h3>{title}</h3>
          <GroupTable title={title} settings={rows} />
        </div>
      ))}
    </Section>
  )
}

function GroupTable({ title, settings }: { title: string; settings: readonly Setting[] }) {
  return (
    <Table
      label={title}
      rows={settings}
      getId={({ name }) => name}
      columns={[
        {
          id: 'name',
          header: 'Setting',
          cell: ({ name, description, ...setting }) => (
            <>
              <code className="server-name">
                <Name>{name}</Name>
              </code>
              <div className="ui-caption server-description">{plain(description)}</div>
              <div className="server-value">
                <Value of={setting} />
              </div>
            </>
          ),
        },
        { id: 'value', header: 'Value', priority: 'medium', cell: (setting) => <Value of={setting} /> },
        {
          id: 'source',
          header: 'Source',
          cell: ({ source }) =>
            source === 'environment' ? <Badge tone="accent">{sources[source]}</Badge> : sources[source],
        },
      ]}
    />
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
