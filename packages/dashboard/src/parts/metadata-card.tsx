import { useState } from 'react'
import type { Team, User } from '../data/rows.ts'
import { useDraft } from '../data/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { CodeEditor } from '../ui/code-editor.tsx'
import { JsonView } from '../ui/json-view.tsx'
import { Card } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { SaveButtons, UnsavedChangesGuard } from './unsaved-changes.tsx'

const slots = [
  {
    value: 'client_metadata',
    label: 'Client',
    hints: {
      user: 'The user can read and edit it.',
      team: 'Members can read it. Members who can edit the team can also edit it.',
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
          content: <Metadata of={of} update={update} slot={value} label={label} hint={hints[noun]} />,
        }))}
      />
    </Card>
  )
}

/** What is stored. The editor, which is larger than the page, is loaded to edit it. */
function Metadata(props: Omit<MetadataEditorProps, 'onClose'>) {
  const [isEditing, setIsEditing] = useState(false)
  const { of, slot, label, hint } = props
  if (isEditing) return <MetadataEditor {...props} onClose={() => setIsEditing(false)} />
  return (
    <div className="ui-stack">
      {of[slot] === null ? <p className="ui-muted">No metadata.</p> : <JsonView value={of[slot]} />}
      <div className="ui-row">
        <Button size="small" aria-label={`Edit ${label} metadata`} onClick={() => setIsEditing(true)}>
          Edit
        </Button>
        <span className="ui-caption">{hint}</span>
      </div>
    </div>
  )
}

interface MetadataEditorProps extends Pick<MetadataCardProps, 'of' | 'update'> {
  slot: Slot
  label: string
  hint: string
  onClose: () => void
}

function MetadataEditor({ of, update, slot, label, hint, onClose }: MetadataEditorProps) {
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
      <div className="ui-row">
        {draft.isChanged ? (
          <SaveButtons {...draft.bar} isDisabled={Boolean(problem)} />
        ) : (
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
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
