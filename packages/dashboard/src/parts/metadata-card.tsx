import { useState } from 'react'
import type { Team, User } from '../data/rows.ts'
import { useDraft } from '../data/use-draft.ts'
import { CodeEditor } from '../ui/code-editor.tsx'
import { Card } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { SaveButtons, UnsavedChangesGuard } from './unsaved-changes.tsx'

const slots = [
  {
    value: 'client_metadata',
    label: 'Client',
    hints: {
      user: 'The user can read and edit it.',
      team: 'Members can read it. Those who can edit the team can edit it.',
    },
  },
  {
    value: 'client_read_only_metadata',
    label: 'Client, read-only',
    hints: {
      user: 'The user can read it. Only servers can edit it.',
      team: 'Members can read it. Only servers can edit it.',
    },
  },
  {
    value: 'server_metadata',
    label: 'Server',
    hints: { user: 'Only servers can read it.', team: 'Only servers can read it.' },
  },
] as const

type Slot = (typeof slots)[number]['value']

interface MetadataCardProps {
  /** The user or team it belongs to. */
  of: Pick<User | Team, Slot>
  update: (changes: Partial<Record<Slot, User[Slot]>>) => Promise<unknown>
  noun: 'user' | 'team'
}

export function MetadataCard({ of, update, noun }: MetadataCardProps) {
  const [slot, setSlot] = useState<Slot>('client_metadata')
  return (
    <Card title="Metadata" description={`Your own data about this ${noun}, as JSON.`}>
      <Tabs
        label="Metadata"
        value={slot}
        onChange={setSlot}
        tabs={slots.map(({ value, label, hints }) => ({
          value,
          label,
          content: <MetadataEditor of={of} update={update} slot={value} label={label} hint={hints[noun]} />,
        }))}
      />
    </Card>
  )
}

interface MetadataEditorProps extends Pick<MetadataCardProps, 'of' | 'update'> {
  slot: Slot
  label: string
  hint: string
}

function MetadataEditor({ of, update, slot, label, hint }: MetadataEditorProps) {
  const draft = useDraft(
    { text: of[slot] === null ? '' : JSON.stringify(of[slot], null, 2) },
    {
      save: ({ text = '' }) => update({ [slot]: text.trim() ? JSON.parse(text) : null }),
      done: 'The metadata was saved.',
      check: ({ text }) => ({ text: findProblem(text) }),
    },
  )
  const problem = draft.errorOf('text')
  return (
    <div className="ui-stack">
      <UnsavedChangesGuard isChanged={draft.isChanged} />
      <CodeEditor
        label={`${label} metadata`}
        hint={hint}
        error={problem}
        language="json"
        rows={8}
        value={draft.values.text}
        onChange={(text) => draft.change({ text })}
      />
      {draft.isChanged && (
        <div className="ui-row">
          <SaveButtons {...draft.bar} isDisabled={Boolean(problem)} />
        </div>
      )}
    </div>
  )
}

function findProblem(text: string): string | undefined {
  if (!text.trim()) return undefined
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return `This is not valid JSON: ${(error as Error).message}`
  }
}
