import { useUser } from '@latchkey/react'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ApiError, call } from '../api.ts'
import { Boundary } from '../app/boundary.tsx'
import { describeError } from '../app/describe-error.ts'
import { internalApp } from '../internal-app.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { Step } from './steps.tsx'

const route = getRouteApi('/join')

/** Where the invitation of an owner leads: who has no account yet creates one, the others accept it. */
export default function JoinPage() {
  return (
    <Step title="Join as a project owner" description="You were invited to manage projects on this server.">
      <Boundary skeleton={<CardSkeleton />}>
        <Invitation />
      </Boundary>
    </Step>
  )
}

function Invitation() {
  const { code } = route.useSearch()
  const owner = useUser({ projectIdMustMatch: 'internal' })
  const acceptUrl = `/handler/team-invitation?code=${encodeURIComponent(code)}`
  const [isJoined, setIsJoined] = useState(false)
  if (isJoined) return <Navigate to="/" replace />
  if (!code) return <p>This link is incomplete. Open it from your email again, or ask for a new invitation.</p>
  if (owner) {
    return (
      <div className="ui-stack">
        <p>You are signed in as {owner.primaryEmail ?? owner.displayName}.</p>
        <a {...buttonLook({ variant: 'primary', size: 'large' })} href={acceptUrl}>
          Continue with this account
        </a>
      </div>
    )
  }
  return <JoinForm code={code} acceptUrl={acceptUrl} onJoined={() => setIsJoined(true)} />
}

function JoinForm({ code, acceptUrl, onJoined }: { code: string; acceptUrl: string; onJoined: () => void }) {
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const join = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!password) return setProblem('Choose a password.')
    setIsBusy(true)
    setProblem(undefined)
    try {
      const { access_token } = await call('POST /internal/invited-owner', { code, password })
      const email = emailOf(access_token)
      const result = await internalApp.signInWithCredential({ email, password, noRedirect: true })
      if (result.status === 'error') throw result.error
      onJoined()
      await navigate({ to: '/', replace: true })
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : describeError(error))
      setIsBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void join(event)} noValidate>
      <TextField
        label="Choose a password"
        type="password"
        autoComplete="new-password"
        hint="Your account gets the email address that the invitation was sent to."
        value={password}
        error={problem}
        onChange={(event) => setPassword(event.target.value)}
        autoFocus
      />
      <Button variant="primary" size="large" type="submit" isBusy={isBusy} isWide>
        Create account and join
      </Button>
      <p className="ui-muted">
        Have an account already? <a href={acceptUrl}>Sign in and accept</a>
      </p>
    </form>
  )
}

/** The invitation knows the address, and so does the token; nobody has to type it. */
function emailOf(accessToken: string): string {
  const [, payload = ''] = accessToken.split('.')
  const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
  return (JSON.parse(text) as { email: string }).email
}
