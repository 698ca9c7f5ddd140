import { type AdminOwnedProject, appInternalsSymbol } from '@latchkey/react'
import { useEffect, useRef } from 'react'
import { useOwner } from './owner.ts'

/** Keeps the page up to date while the tab is visible. The code loads after the page. */
export function useLiveUpdates({ id, app }: AdminOwnedProject): void {
  const owner = useOwner()
  const session = owner._internalSession
  const ownedProjects = useRef(owner[appInternalsSymbol].ownedProjects)
  useEffect(() => {
    ownedProjects.current = owner[appInternalsSymbol].ownedProjects
  })
  useEffect(() => {
    let isCurrent = true
    let stop = () => {}
    const start = async () => {
      const [{ watchProject }, { reloadAffected }] = await Promise.all([
        import('./live-updates.ts'),
        import('./affected-data.ts'),
      ])
      if (!isCurrent) return
      const reloadProjects = () => void ownedProjects.current?.load().catch(() => {})
      stop = watchProject({
        projectId: id,
        getAccessToken: async () => (await session.getTokens()).accessToken,
        onChange: (actions, changedAtMillis) =>
          reloadAffected(app[appInternalsSymbol], actions, changedAtMillis, reloadProjects),
        onRefused: reloadProjects,
      })
    }
    void start().catch(() => {})
    return () => {
      isCurrent = false
      stop()
    }
  }, [id, app, session])
}
