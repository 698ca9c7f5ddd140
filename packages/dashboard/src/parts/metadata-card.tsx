import type { ServerUser } from '@latchkey/react'
import { useState } from 'react'
import { useAction } from '../data/use-action.ts'
import { CodeEditor } from '../ui/code-editor.tsx'
import { Card } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { SaveButtons, UnsavedChangesGuard } from './unsaved-changes.tsx'

const slots = [
  {
    value: 'clientMetadata',
    label: 'Client',
    hints: {
      user: 'The user can read and edit it.',
      team: 'Members can read it. Those who can edit the team can edit it.',
    },
  },
  {
    value: 'clientReadOnlyMetadata',
    label: 'Client, read-only',
    hints: {
      user: 'The user can read it. Only servers can edit it.',
      team: 'Members can read it. Only servers can edit it.',
    },
  },
  {
    value: 'serverMetadata',
    label: 'Server',
    hints: { user: 'Only servers can read it.', team: 'Only servers can read it.' },
  },
] as const

type Slot = (typeof slots)[number]['value']

interface MetadataCardProps {
  /** The user or team it belongs to. */
  of: Pick<ServerUser, Slot> & { update(options: Partial<Pick<ServerUser, Slot>>): Promise<void> }
  noun: 'user' | 'team'
}

export function MetadataCard({ of, noun }: MetadataCardProps) {
  const [slot, setSlot] = useState<Slot>('clientMetadata')
  return (
    <Card title="Metadata" description={`Your own data about this ${noun}, as JSON.`}>
      <Tabs
        label="Metadata"
        value={slot}
        onChange={setSlot}
        tabs={slots.map(({ value, label, hints }) => ({
          value,
          label,
          content: <MetadataEditor of={of} slot={value} label={label} hint={hints[noun]} />,
        }))}
      />
    </Card>
  )
}

interface MetadataEditorProps extends Pick<MetadataCardProps, 'of'> {
  slot: Slot
  label: string
  hint: string
}

function MetadataEditor({ of, slot, label, hint }: MetadataEditorProps) {
  const saved = of[slot] === null ? '' : JSON.stringify(of[slot], null, 2)
  const [text, setText] = useState<string>()
  const { isBusy, run } = useAction()
  const shown = text ?? saved
  const isChanged = shown !== saved
  const problem = findProblem(shown)
  const save = async () => {
    const isDone = await run(() => of.update({ [slot]: shown.trim() ? JSON.parse(shown) : null }), {
      done: 'The metadata was saved.',
    })
    if (isDone) setText(undefined)
  }
  return (
    <div className="ui-stack">
      <UnsavedChangesGuard isChanged={isChanged} />
      <CodeEditor
        label={`${label} metadata`}
        hint={hint}
        error={problem}
        language="json"
        rows={8}
        value={shown}
        onChange={setText}
      />
      {isChanged && (
        <div className="ui-row">
          <SaveButtons
            isBusy={isBusy}
            isDisabled={Boolean(problem)}
            onSave={() => void save()}
            onDiscard={() => setText(undefined)}
          />
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
