import { getRouteApi } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { type BodyOf, nullIf } from '../data/call.ts'
import { useApi, useLoaded } from '../data/data.ts'
import type { Team } from '../data/rows.ts'
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
  const request = { params: { team_id: teamId } }
  const team = useLoaded('GET /teams/{team_id}', request, (call) =>
    call('GET /teams/{team_id}', request).catch(nullIf('TEAM_NOT_FOUND', 'SCHEMA_ERROR')),
  )
  return team ? <FoundTeam team={team} /> : <MissingPage {...kind} icon={<Building2 />} />
}

const kind = { noun: 'team', list: '/projects/$projectId/teams' } as const

function FoundTeam({ team }: { team: Team }) {
  const { change } = useApi()
  const params = { team_id: team.id }
  const update = (body: BodyOf<'PATCH /teams/{team_id}'>) => change('PATCH /teams/{team_id}', { params, body })
  const name = teamNameOf(team)
  return (
    <DetailPage
      {...kind}
      changes="teams"
      id={team.id}
      name={name}
      facts={
        <span>
          Created <Time date={team.created_at_millis} />
        </span>
      }
      deletion={{
        description:
          'This permanently deletes the team, its API keys and its permissions. The members keep their accounts.',
        confirmation: name,
        run: () => change('DELETE /teams/{team_id}', { params }),
      }}
    >
      <Locked to="teams">
        <Boundary skeleton={<TableSkeleton rows={3} />}>
          <MembersCard team={team} />
        </Boundary>
        <Boundary skeleton={<CardSkeleton lines={1} />}>
          <InvitationsCard teamId={team.id} />
        </Boundary>
        <ProfileCard team={team} update={update} />
        <MetadataCard of={team} noun="team" update={update} />
        <Boundary skeleton={<CardSkeleton lines={1} />}>
          <OwnedKeys noun="team" id={team.id} />
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
