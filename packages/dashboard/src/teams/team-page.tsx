import { getRouteApi } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { ConnectionList } from '../connections/connection-list.tsx'
import { DirectoryCard } from '../connections/directory-card.tsx'
import { DomainList } from '../connections/domain-list.tsx'
import { RequiredCard } from '../connections/required-card.tsx'
import { type BodyOf, nullIf } from '../data/call.ts'
import { useApi, useLoaded } from '../data/data.ts'
import type { Team } from '../data/rows.ts'
import { Boundary } from '../parts/boundary.tsx'
import { DetailPage, MissingPage } from '../parts/detail-page.tsx'
import { MetadataCard } from '../parts/metadata-card.tsx'
import { OwnedKeys } from '../parts/owned-keys.tsx'
import { PageSkeleton } from '../parts/page-skeleton.tsx'
import { ForRole, Locked, ReadOnlyNotice } from '../parts/role.tsx'
import { CustomerItems } from '../payments/customer-items.tsx'
import { Subscriptions } from '../payments/subscriptions.tsx'
import { TransactionTable } from '../payments/transaction-table.tsx'
import { teamNameOf } from '../people/team-name.ts'
import { Avatar, Section } from '../ui/page.tsx'
import { CardSkeleton, TableSkeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { formatTime } from '../ui/time.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
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
  const { tab = 'members' } = route.useSearch()
  const navigate = route.useNavigate()
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
      picture={<Avatar name={name} imageUrl={team.profile_image_url} size="large" shape="square" />}
      dates={`Created ${formatTime(team.created_at_millis)}`}
      deletion={{
        description:
          'This permanently deletes the team, its API keys and its permissions. The members keep their accounts.',
        confirmation: name,
        run: () => change('DELETE /teams/{team_id}', { params }),
      }}
    >
      <Tabs
        label="Team details"
        value={tab}
        onChange={(next) => void navigate({ search: next === 'members' ? {} : { tab: next } })}
        tabs={[
          { value: 'members', label: 'Members', content: <MembersTab team={team} /> },
          { value: 'profile', label: 'Profile', content: <ProfileTab team={team} update={update} /> },
          { value: 'connections', label: 'Connections', content: <ConnectionsTab team={team} /> },
          { value: 'keys', label: 'API keys', content: <KeysTab team={team} /> },
          { value: 'payments', label: 'Payments', content: <PaymentsTab team={team} /> },
        ]}
      />
    </DetailPage>
  )
}

function MembersTab({ team }: { team: Team }) {
  return (
    <div className="ui-stack" data-gap="large">
      <ReadOnlyNotice to="teams" />
      <Boundary skeleton={<TableSkeleton rows={3} />}>
        <MembersCard team={team} />
      </Boundary>
      <Boundary skeleton={<CardSkeleton lines={1} />}>
        <Locked to="teams" isSilent>
          <InvitationsCard teamId={team.id} />
        </Locked>
      </Boundary>
    </div>
  )
}

type Update = ComponentProps<typeof ProfileCard>['update']

function ProfileTab({ team, update }: { team: Team; update: Update }) {
  return (
    <div className="ui-stack" data-gap="large">
      <Locked to="teams">
        <ProfileCard team={team} update={update} />
        <SecondFactorCard team={team} update={update} />
        <MetadataCard of={team} noun="team" update={update} />
      </Locked>
    </div>
  )
}

function ConnectionsTab({ team }: { team: Team }) {
  return (
    <ForRole needs="read-setup">
      <div className="ui-stack" data-gap="section">
        <ReadOnlyNotice to="settings" />
        <Boundary skeleton={<TableSkeleton rows={2} />}>
          <Locked to="settings" isSilent>
            <ConnectionList teamId={team.id} />
          </Locked>
        </Boundary>
        <Boundary skeleton={<TableSkeleton rows={2} />}>
          <Locked to="settings" isSilent>
            <DomainList teamId={team.id} />
          </Locked>
        </Boundary>
        <Boundary skeleton={<CardSkeleton lines={1} />}>
          <Locked to="settings" isSilent>
            <RequiredCard teamId={team.id} />
          </Locked>
        </Boundary>
        <Boundary skeleton={<CardSkeleton lines={2} />}>
          <Locked to="teams" isSilent>
            <DirectoryCard teamId={team.id} />
          </Locked>
        </Boundary>
      </div>
    </ForRole>
  )
}

function KeysTab({ team }: { team: Team }) {
  return (
    <Locked to="teams">
      <Boundary skeleton={<CardSkeleton lines={1} />}>
        <OwnedKeys noun="team" id={team.id} />
      </Boundary>
    </Locked>
  )
}

function PaymentsTab({ team }: { team: Team }) {
  const customer = { type: 'team' as const, id: team.id }
  return (
    <div className="ui-stack" data-gap="large">
      <Boundary skeleton={<CardSkeleton lines={1} />}>
        <Locked to="payments">
          <CustomerItems customer={customer} />
        </Locked>
      </Boundary>
      <Boundary skeleton={<TableSkeleton rows={1} />}>
        <Subscriptions customer={customer} />
      </Boundary>
      <Section title="Transactions">
        <Boundary skeleton={<TableSkeleton rows={2} />}>
          <TransactionTable query={{ customer_id: team.id, customer_type: 'team' }} isOfCustomer />
        </Boundary>
      </Section>
    </div>
  )
}
