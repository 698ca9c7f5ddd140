import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi, useData } from '../data/data.ts'
import { useDraft } from '../data/use-draft.ts'
import { Select } from '../ui/field.tsx'
import { Missing } from './missing.tsx'
import { SourceEditor } from './source-editor.tsx'
import { SourcePage } from './source-page.tsx'
import { useTemplates, useThemes } from './sources.ts'

const route = getRouteApi('/owner/projects/$projectId/emails/themes/$themeId')

export default function ThemePage() {
  const { themeId } = route.useParams()
  const isKnown = useThemes().some(({ id }) => id === themeId)
  return isKnown ? <ThemeEditor key={themeId} id={themeId} /> : <Missing noun="theme" />
}

function ThemeEditor({ id }: { id: string }) {
  const { saveAt } = useApi()
  const params = { id }
  const { display_name, tsx_source, revision } = useData('GET /internal/email-themes/{id}', { params })
  const templates = useTemplates()
  const [templateId, setTemplateId] = useState(templates[0]?.id ?? '')
  const draft = useDraft(
    { tsx_source },
    {
      revision,
      save: (_, body, openedAt) => saveAt(openedAt)('PATCH /internal/email-themes/{id}', { params, body }),
      done: `${display_name} was saved.`,
    },
  )
  const source = draft.values.tsx_source
  const setSource = (next: string) => draft.change({ tsx_source: next })
  return (
    <SourcePage
      id={id}
      displayName={display_name}
      description="The layout around templates that use this theme."
      bar={draft.bar}
      onRestore={setSource}
    >
      <SourceEditor
        kind="theme"
        label="Source of the theme"
        source={source}
        onChange={setSource}
        sources={{ template_id: templateId, theme_tsx_source: source }}
        toolbar={
          <Select
            label="Previewed template"
            options={templates.map((template) => [template.id, template.display_name] as const)}
            value={templateId}
            onChange={({ target }) => setTemplateId(target.value)}
          />
        }
        chat={{ threadId: id, context: 'email-theme' }}
      />
    </SourcePage>
  )
}
