import type { Project, SecondFactorRequirement, TokenPartialUser } from '@latchkey/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import type { ClientApp } from '../client-app.ts'
import { useApp } from '../hooks/use-app.ts'
import { FormSkeleton } from '../ui/auth-skeleton.tsx'
import { lazyPart } from '../ui/lazy-part.ts'

interface Found {
  requirement: SecondFactorRequirement | null
  user: TokenPartialUser | null
  project: Project
}

const SetUp = lazyPart(
  () => import('./account-settings-screen.ts'),
  ({ RequiredSetUp }) => RequiredSetUp,
)

/** What a user sees who has to set up a second factor before anything else. Others see the children. */
export function RequiredSecondFactor(props: {
  fullPage?: boolean | undefined
  onSuccess?: (() => unknown) | undefined
  children: ReactNode
}) {
  const app = useApp()
  const [found, setFound] = useState<Found | { error: unknown }>()
  useEffect(() => {
    let isCurrent = true
    const show = (next: typeof found) => isCurrent && setFound(next)
    find(app).then(show, (error: unknown) => show({ error }))
    return () => {
      isCurrent = false
    }
  }, [app])
  if (!found) return <FormSkeleton fields={0} isPage={props.fullPage} />
  if ('error' in found) throw found.error
  const { requirement, user, project } = found
  if (!requirement || !user) return props.children
  return (
    <SetUp
      app={app}
      user={user}
      project={project}
      requirement={requirement}
      isPage={props.fullPage}
      onDone={() => (props.onSuccess ? props.onSuccess() : app.redirectToAfterSignIn({ replace: true }))}
      onSignedOut={() => setFound({ ...found, user: null })}
    />
  )
}

/** The access token is read last, because the first request may renew it. */
async function find(app: ClientApp): Promise<Found> {
  const requirement = await app.getSecondFactorRequirement()
  const [user, project] = await Promise.all([app.getPartialUser({ from: 'token' }), app.getProject()])
  return { requirement, user, project }
}
