import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { useProject, useStores } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { useDraft } from '../data/use-draft.ts'
import { Select } from '../ui/field.tsx'
import { ChatCard } from './chat-card.tsx'
import { Missing } from './missing.tsx'
import { SourceEditor } from './source-editor.tsx'
import { SourcePage } from './source-page.tsx'

const route = getRouteApi('/owner/projects/$projectId/emails/themes/$themeId')

export default function ThemePage() {
  const { themeId } = route.useParams()
  const isKnown = useData(useStores().emailThemes).some(({ id }) => id === themeId)
  return isKnown ? <ThemeEditor key={themeId} id={themeId} /> : <Missing noun="Theme" />
}

function ThemeEditor({ id }: { id: string }) {
  const { app } = useProject()
  const stores = useStores()
  const { displayName, tsxSource } = useData(stores.emailTheme(id))
  const templates = useData(stores.emailTemplates)
  const { draft, isChanged, change, discard } = useDraft({ tsxSource })
  const [templateId, setTemplateId] = useState(templates[0]?.id ?? '')
  const { isBusy, run } = useAction()
  const save = async () => {
    const isDone = await run(() => app.updateEmailTheme(id, draft.tsxSource), { done: `${displayName} was saved.` })
    if (!isDone) return
    discard()
    void stores.refresh(`email-versions/${id}`)
  }
  return (
    <SourcePage
      id={id}
      displayName={displayName}
      description="The layout around templates that use this theme."
      isChanged={isChanged}
      isBusy={isBusy}
      onSave={() => void save()}
      onDiscard={discard}
      onRestore={(source) => change({ tsxSource: source })}
    >
      <SourceEditor
        kind="theme"
        label="Source of the theme"
        source={draft.tsxSource}
        onChange={(source) => change({ tsxSource: source })}
        sources={{ template_id: templateId, theme_tsx_source: draft.tsxSource }}
        toolbar={
          <Select label="Previewed template" value={templateId} onChange={({ target }) => setTemplateId(target.value)}>
            {templates.map((template) => (
              <option key={template.id} value={template.id}>
                {template.displayName}
              </option>
            ))}
          </Select>
        }
      >
        <ChatCard
          threadId={id}
          context="email-theme"
          source={draft.tsxSource}
          onSuggest={(source) => change({ tsxSource: source })}
        />
      </SourceEditor>
    </SourcePage>
  )
}
