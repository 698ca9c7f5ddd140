import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { hasCode } from '../data/call.ts'
import { useApi } from '../data/data.ts'
import { useDraft } from '../data/use-draft.ts'
import { ProjectLink } from '../parts/links.tsx'
import { builtInTemplateUses } from './built-in.ts'
import { Missing } from './missing.tsx'
import { SourceEditor } from './source-editor.tsx'
import { SourcePage } from './source-page.tsx'
import { sourcesOf, type Template, useSourceRevision, useTemplates } from './sources.ts'
import { ThemeSelect } from './theme-select.tsx'

const route = getRouteApi('/owner/projects/$projectId/emails/templates/$templateId')

export default function TemplatePage() {
  const { templateId } = route.useParams()
  const template = useTemplates().find(({ id }) => id === templateId)
  return template ? <TemplateEditor key={templateId} template={template} /> : <Missing noun="template" />
}

function TemplateEditor({ template }: { template: Template }) {
  const { saveAt } = useApi()
  const revision = useSourceRevision()
  const { id, display_name, tsx_source, theme_id } = template
  const [needsServer, setNeedsServer] = useState(false)
  const draft = useDraft(
    { tsx_source, theme_id },
    {
      revision,
      save: async (_, next, openedAt) => {
        const body = { tsx_source: next.tsx_source, theme_id: next.theme_id ?? null }
        try {
          await saveAt(openedAt)('PATCH /internal/email-templates/{id}', { params: { id }, body })
          setNeedsServer(false)
        } catch (error) {
          setNeedsServer(hasCode(error, 'REQUIRES_CUSTOM_EMAIL_SERVER'))
          throw error
        }
      },
      done: `${display_name} was saved.`,
      showError: (error) => hasCode(error, 'REQUIRES_CUSTOM_EMAIL_SERVER'),
    },
  )
  const { values, change } = draft
  const setSource = (source: string) => change({ tsx_source: source })
  const use = builtInTemplateUses[id]
  return (
    <SourcePage
      id={id}
      displayName={display_name}
      description={use ? `Sent ${use}.` : 'Sent by your server, or as a draft.'}
      bar={draft.bar}
      onRestore={setSource}
    >
      {needsServer && (
        <p className="ui-notice" role="alert">
          The shared email server only sends built-in emails.{' '}
          <ProjectLink to="/projects/$projectId/emails/server">Set up your own email server</ProjectLink> to use your
          own templates.
        </p>
      )}
      <SourceEditor
        kind="template"
        label="Source of the template"
        source={values.tsx_source}
        onChange={setSource}
        sources={sourcesOf(values)}
        toolbar={<ThemeSelect value={values.theme_id} onChange={(next) => change({ theme_id: next })} />}
        chat={{ threadId: id, context: 'email-template' }}
      />
    </SourcePage>
  )
}
