import { useUser } from '@latchkey/react'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, call } from '../api.ts'
import { describeError } from '../data/describe-error.ts'
import { readFirstOwner } from '../data/first-owner.ts'
import { internalApp } from '../internal-app.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { CardSkeleton } from '../ui/skeleton.tsx'
import { Step } from './steps.tsx'

/** Creates the first account on a new server, which owns it. */
export default function WelcomePage() {
  return (
    <Step
      step={1}
      title="Welcome to Latchkey"
      description="Create your account. It owns this server and the projects you create on it."
    >
      <Boundary skeleton={<CardSkeleton />}>
        <Account />
      </Boundary>
    </Step>
  )
}

function Account() {
  const owner = useUser({ projectIdMustMatch: 'internal' })
  const [state, setState] = useState<{ is_needed: boolean; has_owner: boolean }>()
  useEffect(() => {
    // If this request fails, submitting the form reports the problem.
    readFirstOwner().then(setState, () => setState({ is_needed: false, has_owner: false }))
  }, [])
  if (owner) return <Navigate to="/" replace />
  if (!state) return <CardSkeleton />
  if (state.has_owner) {
    return (
      <div className="ui-stack">
        <p>This server already has an owner. Sign in, or ask an owner to invite you.</p>
        <a
          {...buttonLook({ variant: 'primary', size: 'large' })}
          href="/handler/sign-in?after_auth_return_to=/dashboard"
        >
          Sign in
        </a>
      </div>
    )
  }
  return <AccountForm needsCode={state.is_needed} />
}

function AccountForm({ needsCode }: { needsCode: boolean }) {
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [setupCode, setSetupCode] = useState('')
  const [problem, setProblem] = useState<{ field: 'email' | 'password' | 'code'; text: string }>()
  const [isBusy, setIsBusy] = useState(false)

  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (needsCode && !setupCode.trim()) return setProblem({ field: 'code', text: 'Enter the setup code.' })
    if (!/^\S+@\S+$/.test(email)) return setProblem({ field: 'email', text: 'Enter your email address.' })
    if (!password) return setProblem({ field: 'password', text: 'Choose a password.' })
    setIsBusy(true)
    setProblem(undefined)
    try {
      await createOwner({ email, password, setupCode: needsCode ? setupCode.trim() : undefined })
      await navigate({ to: '/new-project', replace: true })
    } catch (error) {
      const text = error instanceof ApiError ? error.message : describeError(error)
      setProblem({ field: /code/i.test(text) ? 'code' : /password/i.test(text) ? 'password' : 'email', text })
      setIsBusy(false)
    }
  }
  const problemOf = (field: string) => (problem?.field === field ? problem.text : undefined)
  return (
    <form onSubmit={(event) => void create(event)} noValidate>
      {needsCode && (
        <TextField
          label="Setup code"
          isMono
          hint="Find it in the server log, or in LATCHKEY_SETUP_CODE. It keeps strangers from claiming this server."
          value={setupCode}
          error={problemOf('code')}
          onChange={(event) => setSetupCode(event.target.value)}
          spellCheck={false}
          autoFocus
        />
      )}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        value={email}
        error={problemOf('email')}
        onChange={(event) => setEmail(event.target.value)}
        autoFocus={!needsCode}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. Longer is better."
        value={password}
        error={problemOf('password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button variant="primary" size="large" type="submit" isBusy={isBusy} isWide>
        Create account
      </Button>
    </form>
  )
}

interface NewOwner {
  email: string
  password: string
  setupCode: string | undefined
}

/** In production, the first owner needs the setup code. In development, anyone can sign up. */
async function createOwner({ email, password, setupCode }: NewOwner): Promise<void> {
  if (setupCode !== undefined) await call('POST /internal/first-owner', { setup_code: setupCode, email, password })
  const credentials = { email, password, noRedirect: true } as const
  const result =
    setupCode === undefined
      ? await internalApp.signUpWithCredential(credentials)
      : await internalApp.signInWithCredential(credentials)
  if (result.status === 'error') throw result.error
}
