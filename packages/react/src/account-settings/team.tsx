import type { TeamInvitation } from '@latchkey/sdk'
import { useRef, useState } from 'react'
import { formatDate } from '../i18n/format-time.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { checkEmail } from '../sign-in/password-checks.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm, useFold } from '../ui/confirm.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { useForm } from '../ui/use-form.ts'
import { ApiKeys } from './api-keys.tsx'
import { EditableRow, FormActions } from './editable-row.tsx'
import { ImageRow } from './image-row.tsx'
import { MembersRow } from './members.tsx'
import type { TeamPageProps } from './pages.ts'
import { Item, Row } from './row.tsx'
import { DeleteTeam, LeaveTeam } from './team-departure.tsx'
import { TeamSecondFactor } from './team-second-factor.tsx'
import { useMembers } from './use-members.ts'

/** Not from `lazy-screens.tsx`; see `AccountSettingsModal`. */
const TeamConnectionRows = lazyPart(
  () => import('../screens/team-connections-screen.ts'),
  (screens) => screens.TeamConnectionRows,
)

/** The URL fragment of a team's page. */
export const teamPageId = (team: { id: string }) => `team-${team.id}`

export function TeamPage({ user, team, project }: TeamPageProps) {
  const t = useTranslate()
  const permissions = new Set(user.usePermissions(team).map(({ id }) => id))
  // The permissions that the server knows by name, such as `$update_team`, are no roles, even if they are granted alone.
  const roles = user
    .usePermissions(team, { recursive: false })
    .map(({ id }) => id)
    .filter((id) => !id.startsWith('$'))
  const profile = user.useTeamProfile(team)
  // The server requires this permission to list members.
  const canReadMembers = permissions.has('$read_members')
  const canUpdate = permissions.has('$update_team')
  const members = useMembers(team.id, canReadMembers)
  const membersTitle = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <EditableRow
        title={t('Your name in this team')}
        value={profile.displayName ?? ''}
        text={t('The name other members see.')}
        editLabel={t('Edit your name in this team')}
        autoComplete="name"
        onSave={(displayName) => profile.update({ displayName })}
      />
      {roles.length > 0 && (
        <Row
          title={t('Your role')}
          value={roles.map((role) => (roleNames[role] ? t(roleNames[role]) : role)).join(', ')}
        />
      )}
      {canUpdate && (
        <>
          <ImageRow
            title={t('Team image')}
            image={team}
            isSquare
            onSave={(profileImageUrl) => team.update({ profileImageUrl })}
          />
          <EditableRow
            title={t('Team name')}
            value={team.displayName}
            editLabel={t('Edit team name')}
            isRequired
            onSave={(displayName) => team.update({ displayName })}
          />
          <TeamSecondFactor team={team} />
        </>
      )}
      {canReadMembers && (
        <MembersRow
          user={user}
          team={team}
          members={members}
          canRemove={permissions.has('$remove_members')}
          title={membersTitle}
        />
      )}
      {permissions.has('$invite_members') && (
        <Invitations team={team} canRead={canReadMembers} canRevoke={permissions.has('$remove_members')} />
      )}
      {project.config.allowTeamApiKeys && permissions.has('$manage_api_keys') && <TeamApiKeys team={team} />}
      {permissions.has('$manage_connections') && <TeamConnectionRows team={team} />}
      <LeaveTeam user={user} team={team} members={members} membersTitle={membersTitle} />
      {permissions.has('$delete_team') && <DeleteTeam team={team} />}
    </>
  )
}

/** Labels of the permissions that every project starts with. */
const roleNames: Readonly<Record<string, 'Admin' | 'Member'>> = { team_admin: 'Admin', team_member: 'Member' }

interface InvitationsProps extends Pick<TeamPageProps, 'team'> {
  canRead: boolean
  canRevoke: boolean
}

function Invitations({ team, canRead, canRevoke }: InvitationsProps) {
  const t = useTranslate()
  const title = useRef<HTMLHeadingElement>(null)
  const fold = useFold()
  const [sentTo, setSentTo] = useState<string>()
  const close = (sentTo?: string) => {
    fold.close()
    setSentTo(sentTo)
  }
  return (
    <Row title={t('Invitations')} titleRef={title}>
      {canRead && <PendingInvitations team={team} canRevoke={canRevoke} onRevoked={() => title.current?.focus()} />}
      {fold.isOpen ? (
        <InvitationForm team={team} onClose={close} />
      ) : (
        <div className="lk-row">
          <Button size="small" autoFocus={fold.wasOpen} onClick={fold.open}>
            {t('Invite a member')}
          </Button>
          <span className="lk-done" role="status">
            {sentTo && t('Invitation sent to {email}.', { email: sentTo })}
          </span>
        </div>
      )}
    </Row>
  )
}

interface PendingInvitationsProps extends Pick<TeamPageProps, 'team'> {
  canRevoke: boolean
  onRevoked: () => void
}

function PendingInvitations({ team, ...props }: PendingInvitationsProps) {
  const t = useTranslate()
  const invitations = team.useInvitations()
  if (invitations.length === 0) return <p className="lk-empty">{t('No pending invitations.')}</p>
  return (
    <ul className="lk-list">
      {invitations.map((invitation) => (
        <InvitationItem key={invitation.id} invitation={invitation} {...props} />
      ))}
    </ul>
  )
}

function InvitationItem(props: { invitation: TeamInvitation; canRevoke: boolean; onRevoked: () => void }) {
  const { invitation, canRevoke, onRevoked } = props
  const t = useTranslate()
  const lang = useLang()
  const email = invitation.recipientEmail
  const revocation = useConfirm({
    label: t('Revoke'),
    name: `${t('Revoke')}: ${email}`,
    question: t('Revoke the invitation for {email}?', { email }),
    confirmLabel: t('Yes, revoke it'),
    onConfirm: async () => {
      await invitation.revoke()
      onRevoked()
    },
  })
  return (
    <Item
      name={email}
      text={t('Expires {date}', { date: formatDate(invitation.expiresAt, lang) })}
      action={canRevoke && revocation.button}
      question={revocation.question}
    />
  )
}

function InvitationForm({ team, onClose }: Pick<TeamPageProps, 'team'> & { onClose: (sentTo?: string) => void }) {
  const t = useTranslate()
  const { form, errors, isBusy } = useForm({
    fields: ['email'],
    check: ({ email }) => ({ email: checkEmail(email.trim(), t) }),
    async submit({ email }) {
      await team.inviteUser({ email: email.trim() })
      onClose(email.trim())
      return undefined
    },
  })
  return (
    <form {...form} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <EmailField autoComplete="off" error={errors.email} formError={errors.form} autoFocus />
      <FormActions label={t('Send invitation')} isBusy={isBusy} onCancel={() => onClose()} />
    </form>
  )
}

function TeamApiKeys({ team }: Pick<TeamPageProps, 'team'>) {
  const t = useTranslate()
  return (
    <Row title={t('API keys')}>
      <p className="lk-section-text">
        {t('Keys let scripts and other programs act on behalf of this team. Keep them secret.')}
      </p>
      <ApiKeys keys={team.useApiKeys()} create={team.createApiKey} />
    </Row>
  )
}
