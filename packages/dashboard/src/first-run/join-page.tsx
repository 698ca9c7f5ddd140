import { useUser } from '@latchkey/react'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import { Suspense, use, useState } from 'react'
import { ApiError, call } from '../api.ts'
import { describeError } from '../data/describe-error.ts'
import { useForm } from '../data/use-form.ts'
import { internalApp } from '../internal-app.ts'
import { describeRole, roleNames } from '../settings/owner-roles.ts'
import { Button } from '../ui/button.tsx'
import { Form, TextField } from '../ui/field.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { Step } from './steps.tsx'

const route = getRouteApi('/join')

type Invitation = Awaited<ReturnType<typeof readInvitation>>

const readInvitation = (code: string) => call('POST /internal/invited-owner/details', { code })

const explain = (error: unknown) => (error instanceof ApiError ? error.message : describeError(error))

/** The target of an owner invitation. New people create an account, others accept with theirs. */
export default function JoinPage() {
  const { code } = route.useSearch()
  const [invitation] = useState(() =>
    code
      ? readInvitation(code).catch((error: unknown) => explain(error))
      : Promise.resolve('This link is incomplete. Open it from your email again, or ask for a new invitation.'),
  )
  return (
    <Suspense
      fallback={
        <Step title="Join as a project owner">
          <CardSkeleton />
        </Step>
      }
    >
      <OpenedInvitation code={code} invitation={invitation} />
    </Suspense>
  )
}

function OpenedInvitation({ code, invitation }: { code: string; invitation: Promise<Invitation | string> }) {
  const found = use(invitation)
  if (typeof found === 'string') {
    return (
      <Step title="Join as a project owner">
        <p role="alert">{found}</p>
      </Step>
    )
  }
  return (
    <Step title="Join as a project owner" description={describe(found)}>
      <Answer code={code} invitation={found} />
    </Step>
  )
}

/** Who sent the invitation, to which projects and with which role. */
function describe({ inviter_name, project_names, project_count, role }: Invitation): string {
  const names = project_names.map((name) => `“${name}”`)
  const more = project_count - names.length
  const projects =
    names.length === 0
      ? 'a team on this server'
      : new Intl.ListFormat('en').format(more > 0 ? [...names, `${more} more`] : names)
  return `${inviter_name ?? 'An owner'} invites you to ${projects}. Your role: ${roleNames[role]}. ${describeRole(role)}`
}

function Answer({ code, invitation }: { code: string; invitation: Invitation }) {
  const owner = useUser({ projectIdMustMatch: 'internal' })
  const [isJoined, setIsJoined] = useState(false)
  const onJoined = () => setIsJoined(true)
  if (isJoined) return <Navigate to="/" replace />
  if (owner) {
    return <Accept code={code} name={owner.primaryEmail ?? owner.displayName ?? owner.id} onJoined={onJoined} />
  }
  if (!invitation.has_account) return <JoinForm code={code} invitation={invitation} onJoined={onJoined} />
  return (
    <div className="ui-stack">
      <p>This invitation is for {invitation.recipient_email}. Sign in with this address to accept it.</p>
      <Button variant="primary" size="large" isWide onClick={() => void internalApp.redirectToSignIn()}>
        Sign in and accept
      </Button>
    </div>
  )
}

interface AcceptProps {
  code: string
  /** The name of the signed-in account. */
  name: string
  onJoined: () => void
}

/** Accepts with the signed-in account, if the invitation is for one of its email addresses. */
function Accept({ code, name, onJoined }: AcceptProps) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const accept = async () => {
    setIsBusy(true)
    try {
      const result = await internalApp.acceptTeamInvitation(code)
      if (result.status === 'error') throw result.error
      onJoined()
    } catch (error) {
      setProblem(describeError(error))
      setIsBusy(false)
    }
  }
  const change = async () => {
    const user = await internalApp.getUser()
    // Returns to this page with the other account.
    await user?.signOut({ redirectUrl: location.href })
  }
  return (
    <div className="ui-stack">
      <p>You are signed in as {name}.</p>
      {problem && (
        <p className="ui-error" role="alert">
          {problem}
        </p>
      )}
      {problem === undefined ? (
        <Button variant="primary" size="large" isWide isBusy={isBusy} onClick={() => void accept()}>
          Join with this account
        </Button>
      ) : (
        <Button variant="primary" size="large" isWide onClick={() => void change()}>
          Use another account
        </Button>
      )}
    </div>
  )
}

interface JoinFormProps {
  code: string
  invitation: Invitation
  onJoined: () => void
}

function JoinForm({ code, invitation, onJoined }: JoinFormProps) {
  const navigate = useNavigate()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password ? undefined : 'Choose a password.' }),
    submit: async ({ password }) => {
      const { access_token } = await call('POST /internal/invited-owner', { code, password })
      const email = emailOf(access_token)
      const result = await internalApp.signInWithCredential({ email, password, noRedirect: true })
      if (result.status === 'error') throw result.error
      onJoined()
      await navigate({ to: '/', replace: true })
    },
    refusal: (error) => ({ password: explain(error) }),
  })
  return (
    <Form onSubmit={form.dialog.onSubmit}>
      <TextField
        label="Choose a password"
        type="password"
        autoComplete="new-password"
        hint={`Your account will use the email address ${invitation.recipient_email}.`}
        autoFocus
        {...form.text('password')}
      />
      <Button variant="primary" size="large" type="submit" isBusy={form.dialog.isBusy} isWide>
        Create account and join
      </Button>
      <Button variant="quiet" isWide onClick={() => void internalApp.redirectToSignIn()}>
        Use an existing account
      </Button>
    </Form>
  )
}

/** Reads the email address from the token, so that nobody has to type it. */
function emailOf(accessToken: string): string {
  const [, payload = ''] = accessToken.split('.')
  const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
  return (JSON.parse(text) as { email: string }).email
}
