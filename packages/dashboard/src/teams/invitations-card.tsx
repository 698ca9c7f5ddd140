import { type AdminOwnedProject, appInternalsSymbol, type ServerTeam } from '@latchkey/react'
import { Mail, X } from 'lucide-react'
import { useState } from 'react'
import { useData } from '../data/data.ts'
import { describeError } from '../data/describe-error.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { toast } from '../ui/toast.tsx'

export function InvitationsCard({ team }: { team: ServerTeam }) {
  const invitations = useData(team[appInternalsSymbol].invitations)
  const [isInviting, setIsInviting] = useState(false)
  const { run } = useAction()
  return (
    <Section
      title="Invitations"
      actions={
        <Button icon={<Mail />} onClick={() => setIsInviting(true)}>
          Invite by email
        </Button>
      }
    >
      {invitations.length === 0 ? (
        <p className="ui-muted">No pending invitations. Invited people get an email with a link to join.</p>
      ) : (
        <Table
          label="Pending invitations"
          rows={invitations}
          getId={(invitation) => invitation.id}
          columns={[
            { id: 'email', header: 'Email', cell: (invitation) => invitation.recipientEmail },
            { id: 'expires', header: 'Expires', cell: (invitation) => <Time date={invitation.expiresAt} /> },
            {
              id: 'actions',
              header: 'Actions',
              isHeaderHidden: true,
              align: 'end',
              width: 96,
              cell: (invitation) => (
                <Button
                  size="small"
                  variant="danger"
                  icon={<X />}
                  aria-label={`Revoke the invitation for ${invitation.recipientEmail}`}
                  onClick={() =>
                    void run(() => invitation.revoke(), {
                      done: `The invitation for ${invitation.recipientEmail} was revoked.`,
                    })
                  }
                >
                  Revoke
                </Button>
              ),
            },
          ]}
        />
      )}
      {isInviting && <InviteDialog team={team} onClose={() => setIsInviting(false)} />}
    </Section>
  )
}

function InviteDialog({ team, onClose }: { team: ServerTeam; onClose: () => void }) {
  const project = useProject()
  const [email, setEmail] = useState('')
  const [callbackUrl, setCallbackUrl] = useState(invitationPageOf(project.config))
  const [problem, setProblem] = useState<string>()
  const [urlProblem, setUrlProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const invite = async () => {
    if (isBusy) return
    const isAddress = /^\S+@\S+$/.test(email)
    setProblem(isAddress ? undefined : 'Enter an email address.')
    setUrlProblem(URL.canParse(callbackUrl) ? undefined : 'Enter the full URL, starting with https://.')
    if (!isAddress || !URL.canParse(callbackUrl)) return
    setIsBusy(true)
    try {
      await team.inviteUser({ email, callbackUrl })
      toast(`${email} was invited.`)
      onClose()
    } catch (error) {
      const isUntrusted = (error as { errorCode?: string }).errorCode === 'REDIRECT_URL_NOT_WHITELISTED'
      if (isUntrusted) setUrlProblem('This domain is not trusted. Add it under “Domains” first.')
      else setProblem(describeError(error))
      setIsBusy(false)
    }
  }
  return (
    <FormDialog
      title="Invite by email"
      description="They can join with an existing account or create one. The link is valid for seven days."
      onClose={onClose}
      onSubmit={() => void invite()}
      action="Send invitation"
      isBusy={isBusy}
    >
      <TextField
        label="Email"
        type="email"
        value={email}
        error={problem}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Invitation page"
        isMono
        type="url"
        hint="The page in your app that shows invitations. The email links to it."
        error={urlProblem}
        value={callbackUrl}
        onChange={(event) => setCallbackUrl(event.target.value)}
        spellCheck={false}
      />
    </FormDialog>
  )
}

/** The invitation page on the first trusted domain without a wildcard. */
function invitationPageOf({ domains, allowLocalhost }: AdminOwnedProject['config']): string {
  const domain = domains.find((each) => !each.domain.includes('*'))
  if (domain) return `${domain.domain}${domain.handlerPath.replace(/\/$/, '')}/team-invitation`
  return allowLocalhost ? 'http://localhost:3000/handler/team-invitation' : ''
}
