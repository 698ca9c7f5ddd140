import type { AdminEmailTemplate } from '@latchkey/react'
import { KnownErrors } from '@latchkey/react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useProject, useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { toast } from '../ui/toast.tsx'
import { builtInTemplateUses } from './built-in.ts'
import { ChatCard } from './chat-card.tsx'
import { Missing } from './missing.tsx'
import { SourceEditor } from './source-editor.tsx'
import { SourcePage } from './source-page.tsx'
import { ThemeSelect } from './theme-select.tsx'

const route = getRouteApi('/owner/projects/$projectId/emails/templates/$templateId')

export default function TemplatePage() {
  const { templateId } = route.useParams()
  const template = useData(useStores().emailTemplates).find(({ id }) => id === templateId)
  return template ? <TemplateEditor key={templateId} template={template} /> : <Missing noun="Template" />
}

function TemplateEditor({ template }: { template: AdminEmailTemplate }) {
  const { app, id: projectId } = useProject()
  const { refresh } = useStores()
  const { id, displayName, tsxSource, themeId } = template
  const { draft, isChanged, change, discard } = useDraft({ tsxSource, themeId })
  const { isBusy, run } = useAction()
  const [needsServer, setNeedsServer] = useState(false)
  const save = () =>
    run(async () => {
      try {
        await app.updateEmailTemplate(id, draft.tsxSource, draft.themeId ?? null)
      } catch (error) {
        if (!KnownErrors.RequiresCustomEmailServer.isInstance(error)) throw error
        setNeedsServer(true)
        return
      }
      setNeedsServer(false)
      discard()
      void refresh(`email-versions/${id}`)
      toast(`${displayName} was saved.`)
    })
  const use = builtInTemplateUses[id]
  return (
    <SourcePage
      id={id}
      displayName={displayName}
      description={use ? `Sent ${use}.` : 'Sent by your server, or as a draft.'}
      isChanged={isChanged}
      isBusy={isBusy}
      onSave={() => void save()}
      onDiscard={discard}
      onRestore={(source) => change({ tsxSource: source })}
    >
      {needsServer && (
        <p className="ui-notice" role="alert">
          The shared email server only sends built-in emails.{' '}
          <Link to="/projects/$projectId/emails/server" params={{ projectId }}>
            Set up your own email server
          </Link>{' '}
          to use your own templates.
        </p>
      )}
      <SourceEditor
        kind="template"
        label="Source of the template"
        source={draft.tsxSource}
        onChange={(source) => change({ tsxSource: source })}
        sources={{
          template_tsx_source: draft.tsxSource,
          ...(draft.themeId !== undefined && { theme_id: draft.themeId }),
        }}
        toolbar={<ThemeSelect value={draft.themeId} onChange={(next) => change({ themeId: next })} />}
      >
        <ChatCard
          threadId={id}
          context="email-template"
          source={draft.tsxSource}
          onSuggest={(source) => change({ tsxSource: source })}
        />
      </SourceEditor>
    </SourcePage>
  )
}
