import { getRouteApi } from '@tanstack/react-router'
import { FilePlus, Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../data/data.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { LockedPage } from '../parts/role.tsx'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import './emails.css'
import { Missing } from './missing.tsx'
import { NameButton } from './name-dialog.tsx'
import { SendDialog } from './send-dialog.tsx'
import { SendTable } from './send-table.tsx'
import { SourceEditor } from './source-editor.tsx'
import { type Draft, sourcesOf, useDrafts, useTemplates } from './sources.ts'
import { ThemeSelect } from './theme-select.tsx'

const route = getRouteApi('/owner/projects/$projectId/emails/drafts/$draftId')

export default function DraftPage() {
  const { draftId } = route.useParams()
  const draft = useDrafts().find(({ id }) => id === draftId)
  return draft ? <DraftEditor key={draftId} saved={draft} /> : <Missing noun="draft" />
}

function DraftEditor({ saved }: { saved: Draft & { revision: number } }) {
  const { saveAt } = useApi()
  const { id, display_name, tsx_source, theme_id, revision } = saved
  const update = (body: Partial<Draft>, openedAt: number) =>
    saveAt(openedAt)('PATCH /internal/email-drafts/{id}', { params: { id }, body })
  const draft = useDraft(
    { tsx_source, theme_id },
    { revision, save: (_, next, openedAt) => update(next, openedAt), done: 'The draft was saved.' },
  )
  const { values, change, isChanged, isBusy } = draft
  const [isSending, setIsSending] = useState(false)
  useCrumb(display_name)
  const setSource = (source: string) => change({ tsx_source: source })
  return (
    <LockedPage
      changes="settings"
      title={display_name}
      description="Only owners see a draft until it is sent."
      actions={
        <>
          <NameButton
            icon={<Pencil />}
            title="Rename draft"
            action="Save"
            placeholder="Spring newsletter"
            initial={display_name}
            // The API resets an omitted theme to the project's.
            onSave={(name) => update({ display_name: name, theme_id }, revision)}
          >
            Rename
          </NameButton>
          <Button
            variant="primary"
            icon={<Send />}
            isBusy={isBusy}
            onClick={async () => {
              // Saves first, so that the email matches the screen.
              if (!isChanged || (await draft.save())) setIsSending(true)
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
          source={values.tsx_source}
          onChange={setSource}
          sources={sourcesOf(values)}
          toolbar={
            <>
              <ThemeSelect canBeNone value={values.theme_id} onChange={(next) => change({ theme_id: next })} />
              <StartFrom onPick={setSource} />
            </>
          }
          chat={{ threadId: id, context: 'email-draft' }}
        />
        <Boundary skeleton={<TableSkeleton rows={1} />}>
          <SendTable draftId={id} />
        </Boundary>
        <SaveBar {...draft.bar} />
      </div>
      {isSending && <SendDialog draft={saved} onClose={() => setIsSending(false)} />}
    </LockedPage>
  )
}

/** Fills the draft with a template as a starting point. */
function StartFrom({ onPick }: { onPick: (source: string) => void }) {
  const templates = useTemplates()
  return (
    <span className="ui-row">
      <FilePlus />
      <Select
        label="Start from a template"
        options={[
          ['', 'Start from a template'],
          ...templates.map(({ id, display_name }) => [id, display_name] as const),
        ]}
        value=""
        onChange={({ target }) => {
          const picked = templates.find(({ id }) => id === target.value)
          if (picked) onPick(picked.tsx_source)
        }}
      />
    </span>
  )
}
