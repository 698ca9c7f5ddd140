import type { AdminOwnedProject, StripeAccountInfo } from '@latchkey/react'
import { useCallback, useEffect, useState } from 'react'
import { Message, RetryButton } from '../message.tsx'
import { findOwnedProject } from '../owned-project.ts'
import { mayBeOwner } from '../purchase/owner-cookie.ts'
import { ContinueButton } from './continue-button.tsx'

type State =
  | { project: AdminOwnedProject; account: StripeAccountInfo | null }
  | 'loading'
  | 'signed out'
  | 'not theirs'
  | 'no response'

/** Where Stripe sends owners back to: shows the status of their payment setup and the next step. */
export default function SetupPage({ projectId }: { projectId: string }) {
  const [state, setState] = useState<State>(mayBeOwner() ? 'loading' : 'signed out')
  const load = useCallback(() => {
    setState('loading')
    readState(projectId).then(setState, (error: unknown) => {
      console.error(error)
      setState('no response')
    })
  }, [projectId])
  useEffect(() => {
    if (mayBeOwner()) load()
  }, [load])

  if (state === 'loading') {
    return (
      <Message kind="waiting" title="One moment">
        We're checking your setup with Stripe.
      </Message>
    )
  }
  if (state === 'signed out') {
    return (
      <Message kind="waiting" title="Back from Stripe" action={<SignIn />}>
        Sign in to see the status of your payment setup. You can also close this page and continue where you left off.
      </Message>
    )
  }
  if (state === 'not theirs') {
    return (
      <Message kind="problem" title="You don't own this project" action={<SignIn />}>
        Only its owners can see how its payments are set up. Do you have another account?
      </Message>
    )
  }
  if (state === 'no response') {
    return (
      <Message kind="problem" title="We can't reach Stripe" action={<RetryButton onClick={load} />}>
        Nothing is lost. Stripe keeps what you entered. Check your connection, then try again.
      </Message>
    )
  }
  return <Progress {...state} />
}

async function readState(projectId: string): Promise<State> {
  const project = await findOwnedProject(projectId)
  return project ? { project, account: await project.app.getStripeAccountInfo() } : 'not theirs'
}

function SignIn() {
  const query = new URLSearchParams({ after_auth_return_to: location.pathname })
  return (
    <a className="lk-button" href={`/handler/sign-in?${query}`}>
      Sign in
    </a>
  )
}

function Progress({ project, account }: { project: AdminOwnedProject; account: StripeAccountInfo | null }) {
  const name = project.displayName
  if (!account) {
    return (
      <Message
        kind="waiting"
        title="Payments aren't set up yet"
        action={<ContinueButton project={project}>Set up payments</ContinueButton>}
      >
        Stripe charges the customers of {name} and pays you out. First, it needs to verify who you are.
      </Message>
    )
  }
  const continueButton = <ContinueButton project={project}>Continue at Stripe</ContinueButton>
  if (!account.details_submitted) {
    return (
      <Message kind="waiting" title="Stripe needs more information" action={continueButton}>
        The setup for {name} isn't finished. You can continue where you left off.
      </Message>
    )
  }
  if (!account.charges_enabled) {
    return (
      <Message kind="waiting" title="Stripe is reviewing your information" action={continueButton}>
        This takes a few minutes, sometimes days. {name} can sell as soon as it's done. If Stripe needs anything else,
        it will ask you there.
      </Message>
    )
  }
  if (!account.payouts_enabled) {
    return (
      <Message kind="done" title="You can take payments" action={continueButton}>
        {name} can now sell. Stripe needs a little more information before it can pay you out.
      </Message>
    )
  }
  return (
    <Message kind="done" title="Payments are set up">
      {name} can now sell, and Stripe pays you out. You can close this page.
    </Message>
  )
}
