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
  | 'no answer'

/** Where Stripe sends owners back to: says how far the set-up of their payments is, and leads on. */
export default function SetupPage({ projectId }: { projectId: string }) {
  const [state, setState] = useState<State>(mayBeOwner() ? 'loading' : 'signed out')
  const load = useCallback(() => {
    setState('loading')
    readState(projectId).then(setState, (error: unknown) => {
      console.error(error)
      setState('no answer')
    })
  }, [projectId])
  useEffect(() => {
    if (mayBeOwner()) load()
  }, [load])

  if (state === 'loading') {
    return (
      <Message kind="waiting" title="One moment">
        We are asking Stripe how far the set-up is.
      </Message>
    )
  }
  if (state === 'signed out') {
    return (
      <Message kind="waiting" title="Back from Stripe" action={<SignIn />}>
        Sign in to see how far the set-up of your payments is. You can also close this page and go on where you were.
      </Message>
    )
  }
  if (state === 'not theirs') {
    return (
      <Message kind="problem" title="This project is not one of yours" action={<SignIn />}>
        Only those who own it see how its payments are set up. Perhaps you have another account?
      </Message>
    )
  }
  if (state === 'no answer') {
    return (
      <Message kind="problem" title="Stripe does not answer" action={<RetryButton onClick={load} />}>
        Nothing is lost: what you entered there is kept. Check your connection, then try again.
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
        title="Payments are not set up yet"
        action={<ContinueButton project={project}>Set up payments</ContinueButton>}
      >
        Stripe charges the customers of {name} and pays out to you. It asks who you are first.
      </Message>
    )
  }
  const goOn = <ContinueButton project={project}>Continue at Stripe</ContinueButton>
  if (!account.details_submitted) {
    return (
      <Message kind="waiting" title="Stripe needs to know more" action={goOn}>
        The set-up of {name} is not finished. You go on where you left off.
      </Message>
    )
  }
  if (!account.charges_enabled) {
    return (
      <Message kind="waiting" title="Stripe is checking what you entered" action={goOn}>
        That takes minutes, sometimes days. {name} can sell as soon as it is done. If Stripe asks for more, you see it
        there.
      </Message>
    )
  }
  if (!account.payouts_enabled) {
    return (
      <Message kind="done" title="You can take payments" action={goOn}>
        {name} can sell from now on. Stripe needs a little more before it pays out to you.
      </Message>
    )
  }
  return (
    <Message kind="done" title="Payments are set up">
      {name} can sell from now on, and Stripe pays out to you. You can close this page.
    </Message>
  )
}
