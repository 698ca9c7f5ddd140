import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasCode } from '../data/call.ts'
import { useApi } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { toast } from '../ui/toast.tsx'
import { builtInTemplateUses } from './built-in.ts'
import { ChatCard } from './chat-card.tsx'
import { Missing } from './missing.tsx'
import { SourceEditor } from './source-editor.tsx'
import { SourcePage } from './source-page.tsx'
import { type Template, useTemplates } from './sources.ts'
import { ThemeSelect } from './theme-select.tsx'

const route = getRouteApi('/owner/projects/$projectId/emails/templates/$templateId')

export default function TemplatePage() {
  const { templateId } = route.useParams()
  const template = useTemplates().find(({ id }) => id === templateId)
  return template ? <TemplateEditor key={templateId} template={template} /> : <Missing noun="Template" />
}

function TemplateEditor({ template }: { template: Template }) {
  const { id: projectId } = useProject()
  const { change: send } = useApi()
  const { id, display_name, tsx_source, theme_id } = template
  const { draft, isChanged, change, discard } = useDraft({ tsx_source, theme_id })
  const { isBusy, run } = useAction()
  const [needsServer, setNeedsServer] = useState(false)
  const save = () =>
    run(async () => {
      try {
        const body = { tsx_source: draft.tsx_source, theme_id: draft.theme_id ?? null }
        await send('PATCH /internal/email-templates/{id}', { params: { id }, body })
      } catch (error) {
        if (!hasCode(error, 'REQUIRES_CUSTOM_EMAIL_SERVER')) throw error
        setNeedsServer(true)
        return
      }
      setNeedsServer(false)
      discard()
      toast(`${display_name} was saved.`)
    })
  const use = builtInTemplateUses[id]
  return (
    <SourcePage
      id={id}
      displayName={display_name}
      description={use ? `Sent ${use}.` : 'Sent by your server, or as a draft.'}
      isChanged={isChanged}
      isBusy={isBusy}
      onSave={() => void save()}
      onDiscard={discard}
      onRestore={(source) => change({ tsx_source: source })}
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
        source={draft.tsx_source}
        onChange={(source) => change({ tsx_source: source })}
        sources={{
          template_tsx_source: draft.tsx_source,
          ...(draft.theme_id !== undefined && { theme_id: draft.theme_id }),
        }}
        toolbar={<ThemeSelect value={draft.theme_id} onChange={(next) => change({ theme_id: next })} />}
      >
        <ChatCard
          threadId={id}
          context="email-template"
          source={draft.tsx_source}
          onSuggest={(source) => change({ tsx_source: source })}
        />
      </SourceEditor>
    </SourcePage>
  )
}
