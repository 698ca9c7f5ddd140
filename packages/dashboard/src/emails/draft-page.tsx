import { emailVariables } from '@latchkey/contract/email-kinds'
import { getRouteApi } from '@tanstack/react-router'
import { FilePlus, Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import type { BodyOf } from '../data/call.ts'
import { useApi } from '../data/data.ts'
import { useDraft } from '../data/use-draft.ts'
import { Boundary } from '../parts/boundary.tsx'
import { useCrumb } from '../parts/breadcrumbs.tsx'
import { Allowed, LockedPage, useMay } from '../parts/role.tsx'
import { SaveBar } from '../parts/unsaved-changes.tsx'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/field.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import './emails.css'
import { Missing } from './missing.tsx'
import { NameButton } from './name-dialog.tsx'
import { OwnTextNotice } from './own-text-notice.tsx'
import { SendDialog } from './send-dialog.tsx'
import { SendTable } from './send-table.tsx'
import { TestButton } from './source-actions.tsx'
import { SourceEditor } from './source-editor.tsx'
import { SourceTabs } from './source-tabs.tsx'
import {
  contentOf,
  type EmailSource,
  type LoadedDraft,
  lacksSubject,
  sourcesOf,
  useDrafts,
  useTemplates,
} from './sources.ts'
import { ThemeSelect } from './theme-select.tsx'
import { VisualEditor } from './visual-editor.tsx'

const route = getRouteApi('/owner/projects/$projectId/emails/drafts/$draftId')

export default function DraftPage() {
  const { draftId } = route.useParams()
  const draft = useDrafts().find(({ id }) => id === draftId)
  return draft ? <DraftEditor key={draftId} saved={draft} /> : <Missing noun="draft" />
}

function DraftEditor({ saved }: { saved: LoadedDraft }) {
  const { saveAt } = useApi()
  const { id, display_name, document, tsx_source, theme_id, revision, allowsOwnText } = saved
  const update = (body: BodyOf<'PATCH /internal/email-drafts/{id}'>, openedAt: number) =>
    saveAt(openedAt)('PATCH /internal/email-drafts/{id}', { params: { id }, body })
  const draft = useDraft<EmailSource>(
    { document, tsx_source, theme_id },
    {
      revision,
      save: (_, next, openedAt) => update({ ...contentOf(next), theme_id: next.theme_id }, openedAt),
      done: 'The draft was saved.',
      check: (next) => ({ document: lacksSubject(next.document) ? 'Enter a subject.' : undefined }),
    },
  )
  const { values, change, isChanged, isBusy } = draft
  const [isSending, setIsSending] = useState(false)
  useCrumb(display_name)
  const isReadOnly = !useMay()('settings') || !allowsOwnText
  const sources = sourcesOf(values)
  const toolbar = (
    <>
      <ThemeSelect
        canBeNone
        disabled={isReadOnly}
        value={values.theme_id}
        onChange={(next) => change({ theme_id: next })}
      />
      {!isReadOnly && <StartFrom onPick={change} />}
    </>
  )
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
          {allowsOwnText && <TestButton sources={sources} />}
          <Button
            variant="primary"
            icon={<Send />}
            isBusy={isBusy}
            disabled={!allowsOwnText}
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
        {!allowsOwnText && <OwnTextNotice />}
        <SourceTabs
          noun="email"
          isChanged={isChanged}
          convert={isReadOnly ? undefined : () => update({ tsx_source, theme_id }, revision)}
          visual={
            values.document && (
              <VisualEditor
                document={values.document}
                onChange={(next) => change({ document: next })}
                variables={variables}
                needs={[]}
                hasCategory
                isReadOnly={isReadOnly}
                sources={sources}
                toolbar={toolbar}
              />
            )
          }
          code={(note) => (
            <SourceEditor
              kind="template"
              label="Source of the email"
              source={values.tsx_source}
              onChange={(source) => change({ tsx_source: source })}
              isReadOnly={isReadOnly || values.document !== undefined}
              note={note}
              sources={sources}
              toolbar={toolbar}
              chat={{ threadId: id, context: 'email-draft' }}
            />
          )}
        />
        <Boundary skeleton={<TableSkeleton rows={1} />}>
          <SendTable draftId={id} />
        </Boundary>
        <SaveBar {...draft.bar} />
      </div>
      {isSending && (
        <Allowed to="settings">
          <SendDialog draft={saved} onClose={() => setIsSending(false)} />
        </Allowed>
      )}
    </LockedPage>
  )
}

const variables = emailVariables()

/** Fills the draft with a template as a starting point. */
function StartFrom({ onPick }: { onPick: (source: Pick<EmailSource, 'document' | 'tsx_source'>) => void }) {
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
          if (picked) onPick({ document: picked.document, tsx_source: picked.tsx_source })
        }}
      />
    </span>
  )
}
