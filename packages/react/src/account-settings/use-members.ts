import { appInternalsSymbol } from '@latchkey/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useApp } from '../hooks/use-app.ts'

export interface Member {
  user_id: string
  display_name: string | null
  profile_image_url: string | null
  is_admin: boolean
  /** Missing on servers from before it was sent. */
  joined_at_millis?: number
  /** Only for members who may remove others. */
  primary_email?: string
  primary_email_verified?: boolean
}

interface MemberPage {
  items: readonly Member[]
  pagination: { next_cursor: string | null }
  can_change_roles: boolean
  is_only_admin: boolean
}

export type Members = ReturnType<typeof useMembers>

/** Fetched when the page opens, one page after another. Not cached, because other admins change members at any time. */
export function useMembers(teamId: string, canRead: boolean) {
  const app = useApp()
  const [search, setSearch] = useState('')
  const [state, setState] = useState<{ page?: MemberPage; error?: unknown }>({})
  const latest = useRef(0)

  const fetchPage = useCallback(
    async (before?: MemberPage) => {
      const turn = ++latest.current
      const cursor = before?.pagination.next_cursor
      const query = new URLSearchParams({ query: search, ...(cursor && { cursor }) })
      const page: MemberPage = await (await send(app, `/teams/${teamId}/members?${query}`)).json()
      // A slow response must not replace that of a later search.
      if (turn === latest.current) setState({ page: { ...page, items: [...(before?.items ?? []), ...page.items] } })
    },
    [app, teamId, search],
  )
  const load = useCallback(
    () =>
      fetchPage().catch((error: unknown) => {
        console.error(error)
        setState({ error })
      }),
    [fetchPage],
  )
  useEffect(() => {
    if (!canRead) return
    const timer = setTimeout(load, search ? 200 : 0)
    const refresh = () => document.visibilityState === 'visible' && void fetchPage().catch(() => {})
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [canRead, load, fetchPage, search])

  const setAdmin = async (userId: string, isAdmin: boolean) => {
    await send(app, `/teams/${teamId}/members/${userId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ is_admin: isAdmin }),
    })
    await load()
  }
  return { ...state, search, setSearch, load, loadMore: () => fetchPage(state.page), setAdmin }
}

const send = (app: ReturnType<typeof useApp>, path: string, init: RequestInit = {}) =>
  app[appInternalsSymbol].sendRequest(path, init)
