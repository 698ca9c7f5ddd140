import { useCallback, useEffect, useState } from 'react'
import '@fontsource-variable/geist-mono'
import { ApiError } from '../api.ts'
import { describeError } from '../data/describe-error.ts'
import { Message, RetryButton } from '../message.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { Toasts } from '../ui/toast.tsx'
import { TooltipProvider } from '../ui/tooltip.tsx'
import { Done } from './done.tsx'
import { callSetup, type Setup } from './setup.ts'
import { Wizard } from './wizard.tsx'
import './set-up.css'

/** Where the administrator of a company sets up its connection, with nothing but a link. */
export default function SetUpPage() {
  const code = useFragment()
  return (
    <TooltipProvider>
      <LinkedSetup key={code} code={code} />
      <Toasts />
    </TooltipProvider>
  )
}

/** Another link may be opened in the same tab, which loads no other page. */
function useFragment(): string {
  const [fragment, setFragment] = useState(() => location.hash.slice(1))
  useEffect(() => {
    const read = () => setFragment(location.hash.slice(1))
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return fragment
}

type State = { setup: Setup } | { failure: unknown } | 'loading' | 'dead'

function LinkedSetup({ code }: { code: string }) {
  const [state, setState] = useState<State>('loading')
  const [finished, setFinished] = useState<Setup>()
  const [call] = useState(() => callSetup(code))
  const fail = useCallback((error: unknown) => setState(isDead(error) ? 'dead' : { failure: error }), [])
  const load = useCallback(() => {
    setState('loading')
    call('read', {}).then((setup) => setState({ setup }), fail)
  }, [call, fail])
  useEffect(load, [load])

  if (finished) return <Done setup={finished} />
  if (state === 'loading') return <SetupSkeleton />
  if (state === 'dead') {
    return (
      <Message kind="problem" title="This link no longer works">
        Set-up links end after seven days, when the set-up is finished, and when they are replaced or withdrawn. Ask the
        person who sent it to you for a new one.
      </Message>
    )
  }
  if ('failure' in state) {
    return (
      <Message kind="problem" title="The set-up could not be loaded" action={<RetryButton onClick={load} />}>
        {describeError(state.failure)}
      </Message>
    )
  }
  return (
    <Wizard
      setup={state.setup}
      call={async (name, body) => {
        try {
          return await call(name, body)
        } catch (error) {
          if (isDead(error)) setState('dead')
          throw error
        }
      }}
      onChange={(setup) => setState({ setup })}
      onFinish={setFinished}
    />
  )
}

const isDead = (error: unknown) => error instanceof ApiError && error.code === 'CONNECTION_SETUP_NOT_FOUND'

function SetupSkeleton() {
  return (
    <main className="set-up">
      <title>Set up sign-in</title>
      <div className="set-up-brand" />
      <Loading>
        <Skeleton height={160} />
      </Loading>
      <Loading>
        <Skeleton height={320} />
      </Loading>
    </main>
  )
}
