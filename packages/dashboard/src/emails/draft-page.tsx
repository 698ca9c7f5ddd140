import type { AdminEmailDraft } from '@latchkey/react'
import { getRouteApi } from '@tanstack/react-router'
import { FilePlus, Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useProject, useStores } from '../data/owner.ts'
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
import { ThemeSelect } from './theme-select.tsx'

const route = getRouteApi('/owner/projects/$projectId/emails/drafts/$draftId')

export default function DraftPage() {
  const { draftId } = route.useParams()
  const draft = useData(useStores().emailDrafts).find(({ id }) => id === draftId)
  return draft ? <DraftEditor key={draftId} saved={draft} /> : <Missing noun="Draft" />
}

function DraftEditor({ saved }: { saved: AdminEmailDraft }) {
  const { app } = useProject()
  const { id, displayName, tsxSource, themeId } = saved
  const { draft, isChanged, change, discard } = useDraft({ tsxSource, themeId })
  const { isBusy, run } = useAction()
  const [isRenaming, setIsRenaming] = useState(false)
  const [isSending, setIsSending] = useState(false)
  useCrumb(displayName)
  const save = async () => {
    const isDone = await run(() => app.updateEmailDraft(id, draft), { done: 'The draft was saved.' })
    if (isDone) discard()
    return isDone
  }
  return (
    <LockedPage
      changes="settings"
      title={displayName}
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
          source={draft.tsxSource}
          onChange={(source) => change({ tsxSource: source })}
          sources={{
            template_tsx_source: draft.tsxSource,
            ...(draft.themeId !== undefined && { theme_id: draft.themeId }),
          }}
          toolbar={
            <>
              <ThemeSelect canBeNone value={draft.themeId} onChange={(next) => change({ themeId: next })} />
              <StartFrom onPick={(source) => change({ tsxSource: source })} />
            </>
          }
        >
          <ChatCard
            threadId={id}
            context="email-draft"
            source={draft.tsxSource}
            onSuggest={(source) => change({ tsxSource: source })}
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
          initial={displayName}
          onClose={() => setIsRenaming(false)}
          onSave={(name) => app.updateEmailDraft(id, { displayName: name })}
        />
      )}
      {isSending && <SendDialog draft={saved} onClose={() => setIsSending(false)} />}
    </LockedPage>
  )
}

/** Fills the draft with a template as a starting point. */
function StartFrom({ onPick }: { onPick: (source: string) => void }) {
  const templates = useData(useStores().emailTemplates)
  return (
    <span className="ui-row">
      <FilePlus aria-hidden="true" />
      <Select
        label="Start from a template"
        value=""
        onChange={({ target }) => {
          const picked = templates.find(({ id }) => id === target.value)
          if (picked) onPick(picked.tsxSource)
        }}
      >
        <option value="">Start from a template</option>
        {templates.map(({ id, displayName }) => (
          <option key={id} value={id}>
            {displayName}
          </option>
        ))}
      </Select>
    </span>
  )
}
