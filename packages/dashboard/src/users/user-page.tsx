import type { Capability } from '@latchkey/contract/owner-roles'
import { getRouteApi } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { nullIf } from '../data/call.ts'
import { useApi, useLoaded } from '../data/data.ts'
import type { User } from '../data/rows.ts'
import { Boundary } from '../parts/boundary.tsx'
import { DetailPage, MissingPage } from '../parts/detail-page.tsx'
import { MetadataCard } from '../parts/metadata-card.tsx'
import { OwnedKeys } from '../parts/owned-keys.tsx'
import { PageSkeleton } from '../parts/page-skeleton.tsx'
import { Allowed, Locked } from '../parts/role.tsx'
import { CustomerItems } from '../payments/customer-items.tsx'
import { Subscriptions } from '../payments/subscriptions.tsx'
import { TransactionTable } from '../payments/transaction-table.tsx'
import { hasSecondFactor } from '../people/second-factor.ts'
import { nameOf } from '../people/user-name.ts'
import { Avatar, Card, Facts, Section } from '../ui/page.tsx'
import { CardSkeleton, TableSkeleton } from '../ui/skeleton.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { AppsCard } from './apps-card.tsx'
import { AuditCard } from './audit-card.tsx'
import { ContactChannels } from './contact-channels.tsx'
import { EmailsCard } from './emails-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { ProjectPermissionsCard } from './project-permissions-card.tsx'
import { RestrictButton, RestrictionNotice } from './restriction.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInAsButton } from './sign-in-as.tsx'
import { SignInMethodsCard } from './sign-in-methods-card.tsx'
import { SignIns } from './sign-ins.tsx'
import { TeamsCard } from './teams-card.tsx'
import { useUpdateUser } from './use-update-user.ts'
import { SignInMethods, UserBadges, UserDates } from './user-facts.tsx'
import './user.css'

const route = getRouteApi('/owner/projects/$projectId/users/$userId')
const kind = { noun: 'user', list: '/projects/$projectId/users' } as const

export default function UserPage() {
  const { userId } = route.useParams()
  return (
    <Boundary key={userId} skeleton={<PageSkeleton />}>
      <UserDetails userId={userId} />
    </Boundary>
  )
}

function UserDetails({ userId }: { userId: string }) {
  const request = { params: { user_id: userId } }
  const user = useLoaded('GET /users/{user_id}', request, (call) =>
    call('GET /users/{user_id}', request).catch(nullIf('USER_NOT_FOUND', 'SCHEMA_ERROR')),
  )
  return user ? <FoundUser user={user} /> : <MissingPage {...kind} icon={<UserX />} />
}

function FoundUser({ user }: { user: User }) {
  const { tab = 'profile' } = route.useSearch()
  const navigate = route.useNavigate()
  const { change } = useApi()
  return (
    <DetailPage
      {...kind}
      changes="users"
      id={user.id}
      name={nameOf(user)}
      picture={<Avatar name={nameOf(user)} imageUrl={user.profile_image_url} size="large" />}
      facts={<UserBadges user={user} />}
      dates={<UserDates user={user} />}
      actions={
        <>
          <Allowed to="accounts">
            <SignInAsButton user={user} />
          </Allowed>
          <RestrictButton user={user} />
        </>
      }
      deletion={{
        description: 'This permanently deletes the account, its sessions, API keys and team memberships.',
        confirmation: user.primary_email ?? user.id,
        run: () => change('DELETE /users/{user_id}', { params: { user_id: user.id } }),
      }}
    >
      <RestrictionNotice user={user} />
      <Tabs
        label="User details"
        value={tab}
        onChange={(next) => void navigate({ search: next === 'profile' ? {} : { tab: next } })}
        tabs={[
          { value: 'profile', label: 'Profile', content: <ProfileTab user={user} /> },
          { value: 'sign-in', label: 'Sign-in', content: <SignInTab user={user} /> },
          { value: 'teams', label: 'Teams and permissions', content: <TeamsTab user={user} /> },
          { value: 'keys', label: 'API keys', content: <KeysTab user={user} /> },
          { value: 'apps', label: 'Apps and agents', content: <AppsTab user={user} /> },
          { value: 'payments', label: 'Payments', content: <PaymentsTab user={user} /> },
          { value: 'emails', label: 'Emails', content: <EmailsTab user={user} /> },
          { value: 'activity', label: 'Activity', content: <ActivityTab user={user} /> },
        ]}
      />
    </DetailPage>
  )
}

function TabContent({ changes, children }: { changes?: Capability; children: ReactNode }) {
  return (
    <div className="ui-stack" data-gap="large">
      <Locked to={changes}>{children}</Locked>
    </div>
  )
}

function ProfileTab({ user }: { user: User }) {
  const update = useUpdateUser(user.id)
  return (
    <TabContent changes="accounts">
      <div className="ui-grid">
        <ProfileCard user={user} />
        <Card title="Account">
          <Facts
            facts={[
              ['Email address', user.primary_email],
              ['Signs in with', <SignInMethods key="methods" userId={user.id} />],
              ['Two-factor', hasSecondFactor(user) ? 'On' : 'Off'],
            ]}
          />
        </Card>
      </div>
      <MetadataCard of={user} noun="user" update={update} />
    </TabContent>
  )
}

function SignInTab({ user }: { user: User }) {
  return (
    <TabContent changes="accounts">
      <Boundary skeleton={<TableSkeleton rows={1} />}>
        <ContactChannels user={user} />
      </Boundary>
      <Boundary skeleton={<TableSkeleton rows={4} />}>
        <SignInMethodsCard user={user} />
      </Boundary>
      <Boundary skeleton={<TableSkeleton rows={2} />}>
        <SessionsCard user={user} />
      </Boundary>
      <Boundary skeleton={<TableSkeleton rows={4} />}>
        <SignIns userId={user.id} />
      </Boundary>
    </TabContent>
  )
}

function TeamsTab({ user }: { user: User }) {
  return (
    <TabContent changes="teams">
      <Boundary skeleton={<TableSkeleton rows={2} />}>
        <TeamsCard user={user} />
      </Boundary>
      <Boundary skeleton={<TableSkeleton rows={2} />}>
        <ProjectPermissionsCard user={user} />
      </Boundary>
    </TabContent>
  )
}

function KeysTab({ user }: { user: User }) {
  return (
    <TabContent changes="accounts">
      <Boundary skeleton={<CardSkeleton lines={1} />}>
        <OwnedKeys noun="user" id={user.id} />
      </Boundary>
    </TabContent>
  )
}

function AppsTab({ user }: { user: User }) {
  return (
    <TabContent changes="accounts">
      <Boundary skeleton={<TableSkeleton rows={2} />}>
        <AppsCard user={user} />
      </Boundary>
    </TabContent>
  )
}

function PaymentsTab({ user }: { user: User }) {
  const customer = { type: 'user' as const, id: user.id }
  return (
    <TabContent>
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
          <TransactionTable query={{ customer_id: user.id, customer_type: 'user' }} isOfCustomer />
        </Boundary>
      </Section>
    </TabContent>
  )
}

function EmailsTab({ user }: { user: User }) {
  return (
    <Boundary skeleton={<TableSkeleton rows={6} />}>
      <EmailsCard key={user.primary_email} user={user} />
    </Boundary>
  )
}

function ActivityTab({ user }: { user: User }) {
  return (
    <Boundary skeleton={<TableSkeleton rows={6} />}>
      <AuditCard userId={user.id} />
    </Boundary>
  )
}
