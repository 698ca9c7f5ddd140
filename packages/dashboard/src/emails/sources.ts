import type { EmailDocument } from '@latchkey/contract'
import { loadAll, type Reply } from '../data/call.ts'
import { useData, useLoaded } from '../data/data.ts'
import { useLatest } from '../data/use-latest.ts'
import type { Sources } from './rendered.ts'

export type Template = Reply<'GET /internal/email-templates'>['templates'][number]
export type Draft = Reply<'GET /internal/email-drafts'>['drafts'][number]

export const useThemes = () => useData('GET /internal/email-themes').themes

const listRequest = { query: { include_notices: 'true' } } as const

/** All templates and notices, with the revision at which they were loaded. */
export const useTemplateList = () => useData('GET /internal/email-templates', listRequest)
export const useTemplates = (): Template[] => useTemplateList().templates.filter(({ is_notice }) => !is_notice)

/** Whether the email server sends own texts, and undefined until that is known. For what is shown in the meantime. */
export const useAllowsOwnText = () => useLatest('GET /internal/email-templates', listRequest).reply?.allows_own_text

/** Each with what was true when it was loaded: the revision, and whether the email server sends own texts. */
export type LoadedDraft = Draft & { revision: number; allowsOwnText: boolean }

export function useDrafts(): LoadedDraft[] {
  const route = 'GET /internal/email-drafts'
  return useLoaded(route, undefined, (call) =>
    loadAll(async (cursor) => {
      const { drafts, revision, allows_own_text: allowsOwnText, pagination } = await call(route, { query: { cursor } })
      return { items: drafts.map((draft) => ({ ...draft, revision, allowsOwnText })), pagination }
    }),
  )
}

/** An email as data, or else as code. */
export type EmailSource = Pick<Template, 'tsx_source' | 'theme_id'> & { document: EmailDocument | undefined }

/** What the server needs to render a template or draft that may not be saved yet. */
export const sourcesOf = ({ document, tsx_source, theme_id }: EmailSource): Sources => ({
  ...(document ? { template_document: document } : { template_tsx_source: tsx_source }),
  ...(theme_id !== undefined && { theme_id }),
})

/** In any of its languages. */
export function lacksSubject(document: EmailDocument | undefined): boolean {
  if (!document) return false
  return [document, ...Object.values(document.translations ?? {})].some(({ subject }) => subject.trim() === '')
}

/** What a save contains: one of both. */
export const contentOf = <Document>({
  document,
  tsx_source,
}: {
  document?: Document | undefined
  tsx_source: string
}) => (document ? { document } : { tsx_source })
