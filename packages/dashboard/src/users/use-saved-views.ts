import { useOwner } from '../data/owner.ts'
import { parseUserSearch, type UserSearch } from './search.ts'

export interface SavedView {
  name: string
  search: UserSearch
}

type Stored = Record<string, unknown>

const key = 'latchkey_user_views'

/**
 * The owner's views of a project. They are in the metadata of the owner's account rather than in this browser, because a
 * search can have the name or email address of a user.
 */
export function useSavedViews(projectId: string) {
  const owner = useOwner()
  const metadata = toRecord(owner.clientMetadata)
  const byProject = toRecord(metadata[key])
  const stored = byProject[projectId]
  return {
    views: (Array.isArray(stored) ? stored : []).flatMap(readView),
    save: (views: readonly SavedView[]) =>
      owner.setClientMetadata({ ...metadata, [key]: { ...byProject, [projectId]: views } } as never),
  }
}

function readView(stored: unknown): SavedView[] {
  const { name, search } = toRecord(stored)
  return typeof name === 'string' ? [{ name, search: parseUserSearch(toRecord(search)) }] : []
}

const toRecord = (value: unknown): Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Stored) : {}
