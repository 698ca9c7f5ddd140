import { useEffect } from 'react'
import { reloadOwn } from './data.ts'
import { useOwner } from './owner.ts'

/** Keeps the page up to date while the tab is visible. The code loads after the page. */
export function useLiveUpdates(projectId: string): void {
  const session = useOwner()._internalSession
  useEffect(() => {
    let isCurrent = true
    let stop = () => {}
    const start = async () => {
      const [{ watchProject }, { reloadAffected }] = await Promise.all([
        import('./live-updates.ts'),
        import('./affected-data.ts'),
      ])
      if (!isCurrent) return
      stop = watchProject({
        projectId,
        getAccessToken: async () => (await session.getTokens()).accessToken,
        onChange: (actions, changedAtMillis) => reloadAffected(projectId, actions, changedAtMillis),
        onRefused: () => void reloadOwn(),
      })
    }
    void start().catch(() => {})
    return () => {
      isCurrent = false
      stop()
    }
  }, [projectId, session])
}
