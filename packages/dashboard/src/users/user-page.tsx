import type { ServerUser } from '@latchkey/react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Trash2, UserX } from 'lucide-react'
import { useState } from 'react'
import { Boundary } from '../app/boundary.tsx'
import { useCrumb } from '../app/breadcrumbs.tsx'
import { useData } from '../app/data.ts'
import { MetadataCard } from '../app/metadata-card.tsx'
import { useProject, useStores } from '../app/owner.ts'
import { PageSkeleton } from '../app/page-skeleton.tsx'
import { useAction } from '../app/use-action.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { CopyableId } from '../ui/copy.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { Badge, Card, Empty, Facts, Page } from '../ui/page.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { Time } from '../ui/time.tsx'
import { AuditCard } from './audit-card.tsx'
import { ContactChannels } from './contact-channels.tsx'
import { ProfileCard } from './profile-card.tsx'
import { RestrictButton, RestrictionNotice } from './restriction.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { listMethods } from './sign-in-methods.ts'
import { TeamsCard } from './teams-card.tsx'
import { nameOf } from './user-name.ts'

const route = getRouteApi('/owner/projects/$projectId/users/$userId')

export default function UserPage() {
  const { userId } = route.useParams()
  return (
    <Boundary key={userId} skeleton={<PageSkeleton />}>
      <UserDetails userId={userId} />
    </Boundary>
  )
}

function UserDetails({ userId }: { userId: string }) {
  const user = useData(useStores().user(userId)) as ServerUser | null
  return user ? <FoundUser user={user} /> : <MissingUser />
}

function MissingUser() {
  const { id } = useProject()
  useCrumb('Not found')
  return (
    <Page title="User not found">
      <Empty
        icon={<UserX aria-hidden="true" />}
        title="There is no user with this ID"
        action={
          <Link {...buttonLook()} to="/projects/$projectId/users" params={{ projectId: id }}>
            All users
          </Link>
        }
      >
        They may have been deleted, or the link is of another project.
      </Empty>
    </Page>
  )
}

function FoundUser({ user }: { user: ServerUser }) {
  const { id: projectId } = useProject()
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  const { run } = useAction()
  const name = nameOf(user)
  useCrumb(name)
  return (
    <Page
      title={name}
      description={
        <span className="ui-row">
          <CopyableId id={user.id} name="user ID" />
          {user.isAnonymous && <Badge>Anonymous</Badge>}
          {user.isMultiFactorRequired && <Badge tone="success">Two-factor</Badge>}
        </span>
      }
      actions={
        <>
          <RestrictButton user={user} />
          <Button variant="danger" icon={<Trash2 />} onClick={() => setIsDeleting(true)}>
            Delete user
          </Button>
        </>
      }
    >
      <RestrictionNotice user={user} />
      <div className="ui-grid">
        <ProfileCard user={user} />
        <Card title="Account">
          <Facts
            facts={[
              ['Signed up', <Time key="signed-up" date={user.signedUpAt} />],
              ['Last active', <Time key="active" date={user.lastActiveAt} />],
              ['Signs in with', listMethods(user).join(', ') || null],
              ['Two-factor', user.isMultiFactorRequired ? 'On' : 'Off'],
            ]}
          />
        </Card>
      </div>
      <Boundary skeleton={<CardSkeleton lines={2} />}>
        <ContactChannels user={user} />
      </Boundary>
      <Boundary skeleton={<CardSkeleton lines={2} />}>
        <SessionsCard user={user} />
      </Boundary>
      <Boundary skeleton={<CardSkeleton lines={2} />}>
        <TeamsCard user={user} />
      </Boundary>
      <MetadataCard of={user} noun="user" />
      <Boundary skeleton={<CardSkeleton />}>
        <AuditCard userId={user.id} />
      </Boundary>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          description="The account, its sessions and keys are deleted for good, and the user leaves all teams."
          action="Delete user"
          name={user.primaryEmail ?? user.id}
          onClose={() => setIsDeleting(false)}
          onConfirm={async () => {
            const isDone = await run(() => user.delete(), { done: `${name} was deleted.` })
            if (isDone) void navigate({ to: '/projects/$projectId/users', params: { projectId } })
            else setIsDeleting(false)
          }}
        />
      )}
    </Page>
  )
}
