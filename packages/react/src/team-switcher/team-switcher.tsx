'use client'

import { Suspense, useState } from 'react'
import { useNavigateOf, useProjectOf, useUserOf } from '../hooks/app-hooks.ts'
import type { Team } from '../hooks/team-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import type { CurrentUser } from '../hooks/user-types.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { Icon } from '../ui/icon.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { chevronDown, plus, sliders } from '../ui/more-icons.ts'
import { Scope } from '../ui/scope.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TeamImage } from '../ui/team-image.tsx'

/** Loaded with the account settings, because it is too small for a request of its own. */
const TeamCreationDialog = lazyPart(
  () => import('../screens/account-settings-screen.ts'),
  (screens) => screens.TeamCreationDialog,
)

/**
 * The props of `TeamSwitcher`.
 * @example
 * <TeamSwitcher team={team} onChange={(team) => navigate(`/teams/${team?.id}`)} />
 * @example
 * <TeamSwitcher teamId={team.id} allowNull nullLabel="All teams" triggerClassName="header-switcher" />
 * @example
 * // A preview with mock teams:
 * <TeamSwitcher mockUser={{}} mockTeams={[team]} mockProject={{ config: { clientTeamCreationEnabled: true } }} />
 */
export interface TeamSwitcherProps {
  /** The current team. Alternatively, pass its id as `teamId`. */
  team?: Team | null | undefined
  /** The id of the current team. */
  teamId?: string | undefined
  /** Whether the user can choose no team, as a personal account. */
  allowNull?: boolean | undefined
  /** The label for no team. */
  nullLabel?: string | undefined
  /** A CSS class for the button. */
  triggerClassName?: string | undefined
  /** Called with the chosen team. */
  onChange?: ((team: Team | null) => void | Promise<void>) | undefined
  /** Shows a preview with this user, which only calls `onChange`. */
  mockUser?: { selectedTeam?: Team | null | undefined } | undefined
  /** The teams of the preview. */
  mockTeams?: readonly Team[] | undefined
  /** The project of the preview. */
  mockProject?: { config: { clientTeamCreationEnabled: boolean } } | undefined
}

/**
 * Shows the current team and a menu of the others, including a new one if the project allows it.
 * @example <TeamSwitcher teamId={team.id} onChange={(team) => navigate(`/teams/${team?.id}`)} />
 */
export function TeamSwitcher(props: TeamSwitcherProps) {
  const Content = props.mockUser || props.mockTeams ? MockedSwitcher : LiveSwitcher
  return (
    <Scope inline>
      <Suspense fallback={<Skeleton shape="switcher" />}>
        <Content {...props} />
      </Suspense>
    </Scope>
  )
}

function LiveSwitcher(props: TeamSwitcherProps) {
  const app = useApp()
  const user = useUserOf(app)
  const { config } = useProjectOf(app)
  const t = useTranslate()
  if (!user) return <span className="lk-placeholder">{t('Not signed in')}</span>
  return <SignedInSwitcher {...props} user={user} canCreate={config.clientTeamCreationEnabled} />
}

function SignedInSwitcher(props: TeamSwitcherProps & { user: CurrentUser; canCreate: boolean }) {
  return <Switcher {...props} teams={props.user.useTeams()} />
}

function MockedSwitcher(props: TeamSwitcherProps) {
  const { mockUser, mockTeams, mockProject } = props
  const selected = mockUser?.selectedTeam
  const teams = mockTeams ?? (selected ? [selected] : [])
  const canCreate = mockProject?.config.clientTeamCreationEnabled ?? false
  return <Switcher {...props} team={props.team ?? selected} teams={teams} canCreate={canCreate} />
}

interface SwitcherProps extends TeamSwitcherProps {
  teams: readonly Team[]
  canCreate: boolean
  /** Missing in a preview. */
  user?: CurrentUser
}

function Switcher({ user, ...props }: SwitcherProps) {
  const [isCreating, setIsCreating] = useState(false)
  const close = () => setIsCreating(false)
  const create = async (team: Team) => {
    close()
    await props.onChange?.(team)
  }
  return (
    <>
      <SwitcherMenu {...props} isMock={!user} onCreate={() => setIsCreating(true)} />
      {user && isCreating && (
        <Suspense>
          <TeamCreationDialog user={user} onCreated={create} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function SwitcherMenu(props: Omit<SwitcherProps, 'user'> & { isMock: boolean; onCreate: () => void }) {
  const { teams, team, teamId = team?.id, allowNull, canCreate, isMock, onChange } = props
  const app = useApp()
  const t = useTranslate()
  const navigate = useNavigateOf(app)
  const current = teams.find(({ id }) => id === teamId) ?? team ?? undefined
  const others = teams.filter(({ id }) => id !== current?.id)
  const nullLabel = props.nullLabel ?? t('Personal account')
  const openSettings = (id: string) => isMock || navigate(`${app.urls.accountSettings}#team-${id}`)
  const [image, name] = current
    ? [<TeamImage key="image" team={current} />, current.displayName]
    : [<TeamImage key="image" team="personal" />, allowNull ? nullLabel : t('Select a team')]
  return (
    <Menu
      label={t('Teams')}
      isWide
      triggerClass={['lk-switcher', props.triggerClassName].filter(Boolean).join(' ')}
      trigger={
        <>
          {image}
          <span className="lk-switcher-name">{name}</span>
          <Icon path={chevronDown} />
        </>
      }
    >
      {teams.length === 0 && !allowNull && (
        <p className="lk-menu-empty" role="presentation">
          {t('No teams yet.')}
        </p>
      )}
      {current && (
        <MenuItem icon={<TeamImage team={current} />} isChosen onClick={() => {}}>
          {current.displayName}
        </MenuItem>
      )}
      {allowNull && (
        <MenuItem icon={<TeamImage team="personal" />} isChosen={!current} onClick={() => current && onChange?.(null)}>
          {nullLabel}
        </MenuItem>
      )}
      {others.map((other) => (
        <MenuItem key={other.id} icon={<TeamImage team={other} />} isChosen={false} onClick={() => onChange?.(other)}>
          {other.displayName}
        </MenuItem>
      ))}
      {(current || canCreate) && <hr className="lk-menu-line" />}
      {current && (
        <MenuItem icon={<Icon path={sliders} />} onClick={() => openSettings(current.id)}>
          {t('Team settings')}
        </MenuItem>
      )}
      {canCreate && (
        <MenuItem icon={<Icon path={plus} />} onClick={props.onCreate}>
          {t('Create a team')}
        </MenuItem>
      )}
    </Menu>
  )
}
