import type { EmailThemeDocument } from '@latchkey/contract'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useApi, useData } from '../data/data.ts'
import { useDraft } from '../data/use-draft.ts'
import { useMay } from '../parts/role.tsx'
import { Select } from '../ui/field.tsx'
import { EmailPreview } from './email-preview.tsx'
import { Missing } from './missing.tsx'
import { OwnTextNotice } from './own-text-notice.tsx'
import { type Sources, useRendered } from './rendered.ts'
import { ResetButton, TestButton } from './source-actions.tsx'
import { SourceEditor } from './source-editor.tsx'
import { SourcePage } from './source-page.tsx'
import { SourceTabs } from './source-tabs.tsx'
import { contentOf, useTemplateList, useThemes } from './sources.ts'
import { isThemeValid, ThemeForm } from './theme-form.tsx'

interface ThemeSource {
  document: EmailThemeDocument | undefined
  tsx_source: string
}

const route = getRouteApi('/owner/projects/$projectId/emails/themes/$themeId')

export default function ThemePage() {
  const { themeId } = route.useParams()
  const isKnown = useThemes().some(({ id }) => id === themeId)
  return isKnown ? <ThemeEditor key={themeId} id={themeId} /> : <Missing noun="theme" />
}

function ThemeEditor({ id }: { id: string }) {
  const { saveAt } = useApi()
  const may = useMay()
  const params = { id }
  const { display_name, document, tsx_source, is_changed, revision } = useData('GET /internal/email-themes/{id}', {
    params,
  })
  const { templates: all, allows_own_text: allowsOwnText } = useTemplateList()
  const templates = all.filter(({ is_notice }) => !is_notice)
  const [templateId, setTemplateId] = useState(templates[0]?.id ?? '')
  const save = (next: ThemeSource, openedAt: number) =>
    saveAt(openedAt)('PATCH /internal/email-themes/{id}', { params, body: contentOf(next) })
  const draft = useDraft<ThemeSource>(
    { document, tsx_source },
    {
      revision,
      save: (_, next, openedAt) => save(next, openedAt),
      done: `${display_name} was saved.`,
      check: (next) => ({ document: !next.document || isThemeValid(next.document) ? undefined : 'Correct the sizes.' }),
    },
  )
  const { values, change } = draft
  const sources = {
    template_id: templateId,
    ...(values.document ? { theme_document: values.document } : { theme_tsx_source: values.tsx_source }),
  }
  const previewed = (
    <Select
      label="Previewed template"
      options={templates.map((template) => [template.id, template.display_name] as const)}
      value={templateId}
      onChange={({ target }) => setTemplateId(target.value)}
    />
  )
  return (
    <SourcePage
      id={id}
      displayName={display_name}
      description="The layout around templates that use this theme."
      bar={draft.bar}
      onRestore={(version) => change({ ...version, document: version.document as ThemeSource['document'] })}
      actions={
        <>
          {is_changed && (
            <ResetButton
              displayName={display_name}
              reset={() => saveAt(revision)('POST /internal/email-themes/{id}/reset', { params })}
              onDone={draft.bar.onDiscard}
            />
          )}
          {allowsOwnText && <TestButton sources={sources} />}
        </>
      }
    >
      {!allowsOwnText && <OwnTextNotice />}
      <SourceTabs
        noun="theme"
        isChanged={draft.isChanged}
        canReset={is_changed ?? false}
        convert={() => save({ document: undefined, tsx_source }, revision)}
        visual={
          values.document && (
            <VisualTheme
              theme={values.document}
              onChange={(next) => change({ document: next })}
              sources={sources}
              toolbar={previewed}
            />
          )
        }
        code={(note) => (
          <SourceEditor
            kind="theme"
            label="Source of the theme"
            source={values.tsx_source}
            onChange={(source) => change({ tsx_source: source })}
            isReadOnly={!may('settings') || values.document !== undefined}
            note={note}
            sources={sources}
            toolbar={previewed}
            chat={{ threadId: id, context: 'email-theme' }}
          />
        )}
      />
    </SourcePage>
  )
}

interface VisualThemeProps extends ComponentProps<typeof ThemeForm> {
  sources: Sources
  toolbar: ReactNode
}

/** The form next to an email in the theme. */
function VisualTheme({ theme, onChange, sources, toolbar }: VisualThemeProps) {
  const rendered = useRendered(sources)
  return (
    <div className="emails-editor">
      <div className="ui-stack">
        <div className="emails-toolbar">{toolbar}</div>
        <ThemeForm theme={theme} onChange={onChange} />
        {rendered.error && (
          <p className="ui-error" role="alert">
            {rendered.error}
          </p>
        )}
      </div>
      <EmailPreview {...rendered} />
    </div>
  )
}
