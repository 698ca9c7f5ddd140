import { Mail, X } from 'lucide-react'
import { useHandlerUrls } from '../data/app-pages.ts'
import { hasCode } from '../data/call.ts'
import { useAll, useApi } from '../data/data.ts'
import { describeError } from '../data/describe-error.ts'
import { useAction } from '../data/use-action.ts'
import { findEmailProblem, useForm } from '../data/use-form.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { DialogButton } from '../ui/dialog-button.tsx'
import { TextField } from '../ui/field.tsx'
import { Section } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'

export function InvitationsCard({ teamId }: { teamId: string }) {
  const query = { team_id: teamId }
  const invitations = useAll('GET /team-invitations', { query })
  const { change } = useApi()
  const { run } = useAction()
  return (
    <Section
      title="Invitations"
      actions={
        <DialogButton icon={<Mail />} dialog={(close) => <InviteDialog teamId={teamId} onClose={close} />}>
          Invite by email
        </DialogButton>
      }
    >
      <Table
        label="Pending invitations"
        rows={invitations}
        empty="No pending invitations. Invited people get an email with a link to join."
        actions={({ id, recipient_email }) => (
          <Button
            size="small"
            variant="danger"
            icon={<X />}
            aria-label={`Revoke the invitation for ${recipient_email}`}
            onClick={() =>
              void run(() => change('DELETE /team-invitations/{id}', { params: { id }, query }), {
                done: `The invitation for ${recipient_email} was revoked.`,
              })
            }
          >
            Revoke
          </Button>
        )}
        actionsWidth={96}
        columns={[
          { id: 'email', header: 'Email', cell: (invitation) => invitation.recipient_email },
          { id: 'expires', header: 'Expires', cell: (invitation) => <Time date={invitation.expires_at_millis} /> },
        ]}
      />
    </Section>
  )
}

function InviteDialog({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  const { change } = useApi()
  const [url] = useHandlerUrls()
  const form = useForm({
    initial: { email: '', page: url ? `${url}/team-invitation` : '' },
    check: ({ email, page }) => ({
      email: findEmailProblem(email),
      page: URL.canParse(page) ? undefined : 'Enter the full URL, starting with https://.',
    }),
    submit: ({ email, page }) =>
      change('POST /team-invitations/send-code', { body: { email, team_id: teamId, callback_url: page } }),
    done: ({ email }) => `${email} was invited.`,
    refusal: (error) =>
      hasCode(error, 'REDIRECT_URL_NOT_WHITELISTED')
        ? { page: 'This domain is not trusted. Add it under “Domains” first.' }
        : { email: describeError(error) },
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title="Invite by email"
      description="They can join with an existing account or create one. The link is valid for seven days."
      onClose={onClose}
      action="Send invitation"
    >
      <TextField label="Email" type="email" {...form.text('email')} />
      <TextField
        label="Invitation page"
        isMono
        type="url"
        hint="The page in your app that shows invitations. The email links to it."
        spellCheck={false}
        {...form.text('page')}
      />
    </FormDialog>
  )
}
