'use client'

import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy-part.ts'
import { Waiting } from '../ui/waiting.tsx'
import type { TeamConnectionsProps } from './team-connections.tsx'

// For apps only. Separate from the file that it loads, and from the screens of the handler, which has no such page.

const Screen = lazyPart(
  () => import('../screens/team-connections-screen.ts'),
  (screens) => screens.TeamConnections,
)

/**
 * How people of a team sign in with their company: identity providers, email domains and the directory. For members with
 * the permission `$manage_connections`.
 * @example <TeamConnections team={team} />
 */
export function TeamConnections(props: TeamConnectionsProps) {
  return (
    <Suspense fallback={<Waiting fullPage={props.fullPage} />}>
      <Screen {...props} />
    </Suspense>
  )
}
