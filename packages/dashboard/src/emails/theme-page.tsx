import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useApi, useData } from '../data/data.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { Select } from '../ui/field.tsx'
import { ChatCard } from './chat-card.tsx'
import { Missing } from './missing.tsx'
import { SourceEditor } from './source-editor.tsx'
import { SourcePage } from './source-page.tsx'
import { useTemplates, useThemes } from './sources.ts'

const route = getRouteApi('/owner/projects/$projectId/emails/themes/$themeId')

export default function ThemePage() {
  const { themeId } = route.useParams()
  const isKnown = useThemes().some(({ id }) => id === themeId)
  return isKnown ? <ThemeEditor key={themeId} id={themeId} /> : <Missing noun="Theme" />
}

function ThemeEditor({ id }: { id: string }) {
  const { change: send } = useApi()
  const params = { id }
  const { display_name, tsx_source } = useData('GET /internal/email-themes/{id}', { params })
  const templates = useTemplates()
  const { draft, isChanged, change, discard } = useDraft({ tsx_source })
  const [templateId, setTemplateId] = useState(templates[0]?.id ?? '')
  const { isBusy, run } = useAction()
  const save = async () => {
    const isDone = await run(() => send('PATCH /internal/email-themes/{id}', { params, body: draft }), {
      done: `${display_name} was saved.`,
    })
    if (isDone) discard()
  }
  return (
    <SourcePage
      id={id}
      displayName={display_name}
      description="The layout around templates that use this theme."
      isChanged={isChanged}
      isBusy={isBusy}
      onSave={() => void save()}
      onDiscard={discard}
      onRestore={(source) => change({ tsx_source: source })}
    >
      <SourceEditor
        kind="theme"
        label="Source of the theme"
        source={draft.tsx_source}
        onChange={(source) => change({ tsx_source: source })}
        sources={{ template_id: templateId, theme_tsx_source: draft.tsx_source }}
        toolbar={
          <Select label="Previewed template" value={templateId} onChange={({ target }) => setTemplateId(target.value)}>
            {templates.map((template) => (
              <option key={template.id} value={template.id}>
                {template.display_name}
              </option>
            ))}
          </Select>
        }
      >
        <ChatCard
          threadId={id}
          context="email-theme"
          source={draft.tsx_source}
          onSuggest={(source) => change({ tsx_source: source })}
        />
      </SourceEditor>
    </SourcePage>
  )
}
