import { loadAll, type Reply } from '../data/call.ts'
import { useData, useLoaded } from '../data/data.ts'

export type Template = Reply<'GET /internal/email-templates'>['templates'][number]
export type Draft = Reply<'GET /internal/email-drafts'>['drafts'][number]

export const useThemes = () => useData('GET /internal/email-themes').themes
export const useTemplates = (): Template[] => useData('GET /internal/email-templates').templates

export function useDrafts(): Draft[] {
  const route = 'GET /internal/email-drafts'
  return useLoaded(route, undefined, (call) =>
    loadAll(async (cursor) => {
      const { drafts, pagination } = await call(route, { query: { cursor } })
      return { items: drafts, pagination }
    }),
  )
}
