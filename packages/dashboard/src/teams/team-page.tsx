import { appInternalsSymbol, type ServerTeam } from '@latchkey/react'
import { getRouteApi } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { useData } from '../data/data.ts'
import { useProject, useStores } from '../data/owner.ts'
import { Boundary } from '../parts/boundary.tsx'
import { DetailPage, MissingPage } from '../parts/detail-page.tsx'
import { MetadataCard } from '../parts/metadata-card.tsx'
import { OwnedKeys } from '../parts/owned-keys.tsx'
import { PageSkeleton } from '../parts/page-skeleton.tsx'
import { Locked } from '../parts/role.tsx'
import { CustomerItems } from '../payments/customer-items.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { CardSkeleton, TableSkeleton } from '../ui/skeleton.tsx'
import { Time } from '../ui/time.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import './teams.css'

const route = getRouteApi('/owner/projects/$projectId/teams/$teamId')

export default function TeamPage() {
  const { teamId } = route.useParams()
  return (
    <Boundary key={teamId} skeleton={<PageSkeleton />}>
      <TeamDetails teamId={teamId} />
    </Boundary>
  )
}

function TeamDetails({ teamId }: { teamId: string }) {
  const team = useData(useStores().team(teamId)) as ServerTeam | null
  return team ? <FoundTeam team={team} /> : <MissingPage {...kind} icon={<Building2 aria-hidden="true" />} />
}

const kind = { noun: 'team', list: '/projects/$projectId/teams' } as const

function FoundTeam({ team }: { team: ServerTeam }) {
  const { config, update } = useProject()
  const name = teamNameOf(team)
  return (
    <DetailPage
      {...kind}
      changes="teams"
      id={team.id}
      name={name}
      facts={
        <span>
          Created <Time date={team.createdAt} />
        </span>
      }
      deletion={{
        description:
          'This permanently deletes the team, its API keys and its permissions. The members keep their accounts.',
        confirmation: name,
        run: () => team.delete(),
      }}
    >
      <Locked to="teams">
        <Boundary skeleton={<TableSkeleton rows={3} />}>
          <MembersCard team={team} />
        </Boundary>
        <Boundary skeleton={<CardSkeleton lines={1} />}>
          <InvitationsCard team={team} />
        </Boundary>
        <ProfileCard team={team} />
        <MetadataCard of={team} noun="team" />
        <Boundary skeleton={<CardSkeleton lines={1} />}>
          <OwnedKeys
            noun="team"
            isAllowed={config.allowTeamApiKeys}
            allow={(allowTeamApiKeys) => update({ config: { allowTeamApiKeys } })}
            store={team[appInternalsSymbol].apiKeys}
            create={(options) => team.createApiKey(options)}
          />
        </Boundary>
      </Locked>
      <Boundary skeleton={<CardSkeleton lines={1} />}>
        <Locked to="payments" isSilent>
          <CustomerItems customer={{ type: 'team', id: team.id }} />
        </Locked>
      </Boundary>
    </DetailPage>
  )
}
