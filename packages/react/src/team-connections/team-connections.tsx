import { useRef, useState } from 'react'
import type { Team } from '../hooks/team-hooks.ts'
import { AccountSettingsStyles } from '../styles/account-settings-styles.tsx'
import { OverlayStyles } from '../styles/overlay-styles.tsx'
import { TeamConnectionsStyles } from '../styles/team-connections-styles.tsx'
import { preparePage } from '../ui/scope.tsx'
import { Screen } from '../ui/screen.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { ConnectionEditor } from './connection-editor.tsx'
import { ConnectionsRow } from './connections-row.tsx'
import { DirectoryRow } from './directory-row.tsx'
import { DomainsRow } from './domains.tsx'
import { NewConnection } from './new-connection.tsx'
import { RequiredRow } from './required-row.tsx'

/**
 * The props of `TeamConnections`.
 * @example <TeamConnections team={team} fullPage />
 */
export interface TeamConnectionsProps {
  /** The team. The user needs the permission `$manage_connections` in it. */
  team: Team
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/** How people of a team sign in with their company, for those who may manage it. */
export function TeamConnections({ team, fullPage }: TeamConnectionsProps) {
  const reload = () =>
    Promise.all([
      team.listConnections(),
      team.listConnectionDomains(),
      team.getRequiredConnection(),
      team.getDirectory(),
    ])
  return (
    <>
      <OverlayStyles />
      <AccountSettingsStyles />
      <Screen fullPage={fullPage} isWide fallback={<Waiting />} onRetry={() => void reload().catch(() => {})}>
        <div
          className="lk-settings"
          role={fullPage ? 'main' : undefined}
          ref={fullPage ? preparePage : undefined}
          data-full={fullPage || undefined}
        >
          <div className="lk-connections">
            <TeamConnectionRows team={team} />
          </div>
        </div>
      </Screen>
    </>
  )
}

type Place = { at: 'list' } | { at: 'new' } | { at: 'connection'; id: string; preset: string | undefined }

/** The same as rows of a settings page. */
export function TeamConnectionRows({ team }: Pick<TeamConnectionsProps, 'team'>) {
  const connections = team.useConnections()
  const [place, setPlace] = useState<Place>({ at: 'list' })
  const wasOpened = useRef(false)
  const go = (next: Place) => {
    wasOpened.current = true
    setPlace(next)
  }
  const toList = () => go({ at: 'list' })
  const shown = place.at === 'connection' ? connections.find(({ id }) => id === place.id) : undefined
  return (
    <>
      <TeamConnectionsStyles />
      {place.at === 'new' && (
        <NewConnection team={team} onCreated={(id, preset) => go({ at: 'connection', id, preset })} onClose={toList} />
      )}
      {place.at === 'connection' && shown && (
        <ConnectionEditor key={shown.id} team={team} connection={shown} preset={place.preset} onClose={toList} />
      )}
      {place.at !== 'new' && !shown && (
        <>
          <ConnectionsRow
            connections={connections}
            isFocused={wasOpened.current}
            onAdd={() => go({ at: 'new' })}
            onOpen={(id) => go({ at: 'connection', id, preset: undefined })}
          />
          <DomainsRow team={team} />
          {connections.length > 0 && <RequiredRow team={team} connections={connections} />}
          <DirectoryRow team={team} />
        </>
      )}
    </>
  )
}
