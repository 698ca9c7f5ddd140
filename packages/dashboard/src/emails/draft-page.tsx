import { getRouteApi } from '@tanstack/react-router'
import { FilePlus, Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { LockedPage } from '../parts/role.tsx'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { ChatCard } from './chat-card.tsx'
import './emails.css'
import { Missing } from './missing.tsx'
import { NameDialog } from './name-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import { SendTable } from './send-table.tsx'
import { SourceEditor } from './source-editor.tsx'
import { type Draft, useDrafts, useTemplates } from './sources.ts'
import { ThemeSelect } from './theme-select.tsx'

const route = getRouteApi('/owner/projects/$projectId/emails/drafts/$draftId')

export default function DraftPage() {
  const { draftId } = route.useParams()
  const draft = useDrafts().find(({ id }) => id === draftId)
  return draft ? <DraftEditor key={draftId} saved={draft} /> : <Missing noun="Draft" />
}

function DraftEditor({ saved }: { saved: Draft }) {
  const { change: send } = useApi()
  const { id, display_name, tsx_source, theme_id } = saved
  const { draft, isChanged, change, discard } = useDraft({ tsx_source, theme_id })
  const { isBusy, run } = useAction()
  const [isRenaming, setIsRenaming] = useState(false)
  const [isSending, setIsSending] = useState(false)
  useCrumb(display_name)
  const update = (body: Partial<Draft>) => send('PATCH /internal/email-drafts/{id}', { params: { id }, body })
  const save = async () => {
    const isDone = await run(() => update(draft), { done: 'The draft was saved.' })
    if (isDone) discard()
    return isDone
  }
  return (
    <LockedPage
      changes="settings"
      title={display_name}
      description="Only owners see a draft until it is sent."
      actions={
        <>
          <Button icon={<Pencil />} onClick={() => setIsRenaming(true)}>
            Rename
          </Button>
          <Button
            variant="primary"
            icon={<Send />}
            isBusy={isBusy}
            onClick={async () => {
              // Saves first, so that the email matches the screen.
              if (!isChanged || (await save())) setIsSending(true)
            }}
          >
            Send
          </Button>
        </>
      }
    >
      <div className="ui-stack" data-gap="large">
        <SourceEditor
          kind="template"
          label="Source of the email"
          source={draft.tsx_source}
          onChange={(source) => change({ tsx_source: source })}
          sources={{
            template_tsx_source: draft.tsx_source,
            ...(draft.theme_id !== undefined && { theme_id: draft.theme_id }),
          }}
          toolbar={
            <>
              <ThemeSelect canBeNone value={draft.theme_id} onChange={(next) => change({ theme_id: next })} />
              <StartFrom onPick={(source) => change({ tsx_source: source })} />
            </>
          }
        >
          <ChatCard
            threadId={id}
            context="email-draft"
            source={draft.tsx_source}
            onSuggest={(source) => change({ tsx_source: source })}
          />
        </SourceEditor>
        <Boundary skeleton={<TableSkeleton rows={1} />}>
          <SendTable draftId={id} />
        </Boundary>
        <SaveBar isChanged={isChanged} isBusy={isBusy} onSave={() => void save()} onDiscard={discard} />
      </div>
      {isRenaming && (
        <NameDialog
          title="Rename draft"
          action="Save"
          placeholder="Spring newsletter"
          initial={display_name}
          onClose={() => setIsRenaming(false)}
          // The API resets an omitted theme to the project's.
          onSave={(name) => update({ display_name: name, theme_id })}
        />
      )}
      {isSending && <SendDialog draft={saved} onClose={() => setIsSending(false)} />}
    </LockedPage>
  )
}

/** Fills the draft with a template as a starting point. */
function StartFrom({ onPick }: { onPick: (source: string) => void }) {
  const templates = useTemplates()
  return (
    <span className="ui-row">
      <FilePlus aria-hidden="true" />
      <Select
        label="Start from a template"
        value=""
        onChange={({ target }) => {
          const picked = templates.find(({ id }) => id === target.value)
          if (picked) onPick(picked.tsx_source)
        }}
      >
        <option value="">Start from a template</option>
        {templates.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </Select>
    </span>
  )
}
