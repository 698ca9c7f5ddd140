import type { ServerUser } from '@latchkey/react'
import { useState } from 'react'
import { UnsavedChangesGuard } from '../app/unsaved-changes.tsx'
import { useAction } from '../app/use-action.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'
import { Tabs } from '../ui/tabs.tsx'

const slots = [
  { value: 'clientMetadata', label: 'Client', hint: 'The user can read and change it.' },
  {
    value: 'clientReadOnlyMetadata',
    label: 'Client, read-only',
    hint: 'The user can read it; only servers change it.',
  },
  { value: 'serverMetadata', label: 'Server', hint: 'Only servers see it.' },
] as const

type Slot = (typeof slots)[number]['value']

export function MetadataCard({ user }: { user: ServerUser }) {
  const [slot, setSlot] = useState<Slot>('clientMetadata')
  return (
    <Card title="Metadata" description="Your own data about this user, as JSON.">
      <Tabs
        label="Metadata"
        value={slot}
        onChange={setSlot}
        tabs={slots.map(({ value, label, hint }) => ({
          value,
          label,
          content: <MetadataEditor user={user} slot={value} label={label} hint={hint} />,
        }))}
      />
    </Card>
  )
}

function MetadataEditor({ user, slot, label, hint }: { user: ServerUser; slot: Slot; label: string; hint: string }) {
  const saved = user[slot] === null ? '' : JSON.stringify(user[slot], null, 2)
  const [text, setText] = useState<string>()
  const { isBusy, run } = useAction()
  const shown = text ?? saved
  const isChanged = shown !== saved
  const problem = isChanged ? findProblem(shown) : undefined
  const save = async () => {
    const isDone = await run(() => user.update({ [slot]: shown.trim() ? JSON.parse(shown) : null }), {
      done: 'The metadata was saved.',
    })
    if (isDone) setText(undefined)
  }
  return (
    <div className="ui-stack">
      <UnsavedChangesGuard isChanged={isChanged} />
      <TextArea
        label={`${label} metadata`}
        hint={hint}
        error={problem}
        isMono
        rows={6}
        placeholder={'{\n  "plan": "pro"\n}'}
        value={shown}
        onChange={(event) => setText(event.target.value)}
      />
      {isChanged && (
        <div className="ui-row">
          <Button variant="primary" isBusy={isBusy} disabled={Boolean(problem)} onClick={() => void save()}>
            Save
          </Button>
          <Button variant="quiet" onClick={() => setText(undefined)}>
            Discard
          </Button>
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
