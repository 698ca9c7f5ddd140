import { loadAll, type Reply } from '../data/call.ts'
import { useData, useLoaded } from '../data/data.ts'
import type { Sources } from './rendered.ts'

export type Template = Reply<'GET /internal/email-templates'>['templates'][number]
export type Draft = Reply<'GET /internal/email-drafts'>['drafts'][number]

export const useThemes = () => useData('GET /internal/email-themes').themes
export const useTemplates = (): Template[] => useData('GET /internal/email-templates').templates

/** The revision of the templates. */
export const useSourceRevision = (): number => useData('GET /internal/email-templates').revision

/** Each with the revision at which it was loaded. */
export function useDrafts(): (Draft & { revision: number })[] {
  const route = 'GET /internal/email-drafts'
  return useLoaded(route, undefined, (call) =>
    loadAll(async (cursor) => {
      const { drafts, revision, pagination } = await call(route, { query: { cursor } })
      return { items: drafts.map((draft) => ({ ...draft, revision })), pagination }
    }),
  )
}

/** What the server needs to render a template or draft that may not be saved yet. */
export const sourcesOf = ({ tsx_source, theme_id }: Pick<Template, 'tsx_source' | 'theme_id'>): Sources => ({
  template_tsx_source: tsx_source,
  ...(theme_id !== undefined && { theme_id }),
})
