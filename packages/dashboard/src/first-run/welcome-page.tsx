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
  const [state, setState] = useState<Awaited<ReturnType<typeof readFirstOwner>>>()
  useEffect(() => {
    // If this request fails, submitting the form reports the problem.
    const unknown = { has_owner: false, is_claimed: false, needs_setup_code: false }
    readFirstOwner().then(setState, () => setState(unknown))
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
  return <AccountForm needsCode={state.needs_setup_code} />
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
      const setupCode = needsCode ? { setup_code: code.trim() } : {}
      await call('POST /internal/first-owner', { ...setupCode, email, password })
      const result = await internalApp.signInWithCredential({ email, password, noRedirect: true })
      if (result.status === 'error') throw result.error
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
