import type { EmailDocument } from '@latchkey/contract'
import { type EmailKind, emailKinds, emailVariables } from '@latchkey/contract/email-kinds'
import { locales } from '@latchkey/contract/locales'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useApi } from '../data/data.ts'
import { useDraft } from '../data/use-draft.ts'
import { useMay } from '../parts/role.tsx'
import { builtInTemplateUses } from './built-in.ts'
import { Missing } from './missing.tsx'
import { OwnTextNotice } from './own-text-notice.tsx'
import { ResetButton, TestButton } from './source-actions.tsx'
import { SourceEditor } from './source-editor.tsx'
import { SourcePage } from './source-page.tsx'
import { SourceTabs } from './source-tabs.tsx'
import { contentOf, type EmailSource, lacksSubject, sourcesOf, type Template, useTemplateList } from './sources.ts'
import { ThemeSelect } from './theme-select.tsx'
import type { Variant } from './variants.tsx'
import { VisualEditor } from './visual-editor.tsx'

const route = getRouteApi('/owner/projects/$projectId/emails/templates/$templateId')

export default function TemplatePage() {
  const { templateId } = route.useParams()
  const template = useTemplateList().templates.find(({ id }) => id === templateId)
  return template ? <TemplateEditor key={templateId} template={template} /> : <Missing noun="template" />
}

function TemplateEditor({ template }: { template: Template }) {
  const { call, saveAt } = useApi()
  const { revision, allows_own_text: allowsOwnText } = useTemplateList()
  const { id, display_name, document, tsx_source, theme_id, is_notice, is_changed } = template
  const kind = kindOf(template)
  const variables = useMemo(() => emailVariables(kind), [kind])
  const save = (next: EmailSource, openedAt: number) => {
    const body = { ...contentOf(next), theme_id: next.theme_id ?? null }
    return saveAt(openedAt)('PATCH /internal/email-templates/{id}', { params: { id }, body })
  }
  const draft = useDraft<EmailSource>(
    { document, tsx_source, theme_id },
    {
      revision,
      save: (_, next, openedAt) => save(next, openedAt),
      done: `${display_name} was saved.`,
      check: (next) => ({ document: lacksSubject(next.document) ? 'Enter a subject.' : undefined }),
    },
  )
  const { values, change } = draft
  const findText = async (locale: string) => {
    if (!(locales as readonly string[]).includes(locale)) return undefined
    const query = { include_notices: 'true' as const, locale }
    const { templates } = await call('GET /internal/email-templates', { query })
    const { category: _, ...text } = templates.find((one) => one.id === id)?.default_document ?? {}
    return 'content' in text ? (text as Variant) : undefined
  }
  const isReadOnly = !useMay()('settings') || !allowsOwnText
  const sources = sourcesOf(values)
  const themes = (
    <ThemeSelect value={values.theme_id} disabled={isReadOnly} onChange={(next) => change({ theme_id: next })} />
  )
  return (
    <SourcePage
      id={id}
      displayName={display_name}
      description={describeUse(template)}
      bar={draft.bar}
      onRestore={(version) => change({ ...version, document: version.document as EmailDocument | undefined })}
      actions={
        <>
          {is_changed && (
            <ResetButton
              displayName={display_name}
              reset={() => saveAt(revision)('POST /internal/email-templates/{id}/reset', { params: { id } })}
              onDone={draft.bar.onDiscard}
            />
          )}
          {allowsOwnText && <TestButton sources={sources} />}
        </>
      }
    >
      {!allowsOwnText && <OwnTextNotice />}
      <SourceTabs
        noun="template"
        isChanged={draft.isChanged}
        canReset={kind !== undefined}
        convert={
          // Notices are always visual.
          is_notice || isReadOnly ? undefined : () => save({ document: undefined, tsx_source, theme_id }, revision)
        }
        visual={
          values.document && (
            <VisualEditor
              document={values.document}
              onChange={(next) => change({ document: next })}
              variables={variables}
              needs={kind ? emailKinds[kind].needs : []}
              hasCategory={!kind}
              isReadOnly={isReadOnly}
              sources={sources}
              toolbar={themes}
              findText={kind && findText}
              isBuiltIn={kind && !is_changed && !draft.isChanged}
            />
          )
        }
        code={(note) => (
          <SourceEditor
            kind="template"
            label="Source of the template"
            source={values.tsx_source}
            onChange={(source) => change({ tsx_source: source })}
            isReadOnly={isReadOnly || values.document !== undefined}
            note={note}
            sources={sources}
            toolbar={themes}
            chat={{ threadId: id, context: 'email-template' }}
          />
        )}
      />
    </SourcePage>
  )
}

const kindOf = ({ kind }: Template) => (kind && kind in emailKinds ? (kind as EmailKind) : undefined)

function describeUse({ id, is_notice }: Template): string {
  if (is_notice) return 'Sent when this happens to an account.'
  const use = builtInTemplateUses[id]
  return use ? `Sent ${use}.` : 'Sent by your server, or as a draft.'
}
