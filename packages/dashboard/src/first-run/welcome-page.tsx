import { useUser } from '@latchkey/react'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../api.ts'
import { describeError } from '../data/describe-error.ts'
import { readFirstOwner } from '../data/first-owner.ts'
import { findEmailProblem, useForm } from '../data/use-form.ts'
import { internalApp } from '../internal-app.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Button, buttonLook } from '../ui/button.tsx'
import { Form, TextField } from '../ui/field.tsx'
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
  const form = useForm({
    initial: { code: '', email: '', password: '' },
    check: ({ code, email, password }) => {
      if (needsCode && !code.trim()) return { code: 'Enter the setup code.' }
      if (findEmailProblem(email)) return { email: 'Enter your email address.' }
      return { password: password ? undefined : 'Choose a password.' }
    },
    submit: async ({ code, email, password }) => {
      await createOwner({ email, password, setupCode: needsCode ? code.trim() : undefined })
      await navigate({ to: '/new-project', replace: true })
    },
    refusal: (error) => {
      const text = error instanceof ApiError ? error.message : describeError(error)
      return { [/code/i.test(text) ? 'code' : /password/i.test(text) ? 'password' : 'email']: text }
    },
  })
  return (
    <Form onSubmit={form.dialog.onSubmit}>
      {needsCode && (
        <TextField
          label="Setup code"
          isMono
          hint="Find it in the server log, or in LATCHKEY_SETUP_CODE. It keeps strangers from claiming this server."
          spellCheck={false}
          autoFocus
          {...form.text('code')}
        />
      )}
      <TextField label="Email" type="email" autoComplete="username" autoFocus={!needsCode} {...form.text('email')} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters. Longer is better."
        {...form.text('password')}
      />
      <Button variant="primary" size="large" type="submit" isBusy={form.dialog.isBusy} isWide>
        Create account
      </Button>
    </Form>
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
