import type { Project, SecondFactorRequirement, TokenPartialUser } from '@latchkey/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import type { SetUpProps } from '../account-settings/second-factor.tsx'
import type { ClientApp } from '../client-app.ts'
import { useApp } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { FormSkeleton } from '../ui/auth-skeleton.tsx'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.ts'

interface Found {
  requirement: SecondFactorRequirement | null
  user: TokenPartialUser | null
  project: Project
}

const SetUp = lazyPart(
  () => import('./account-settings-screen.ts'),
  ({ AccountSettingsStyles, SetUp }) =>
    (props: SetUpProps) => (
      <>
        <AccountSettingsStyles />
        <SetUp {...props} />
      </>
    ),
)

/** What a user sees who has to set up a second factor before anything else. Others see the children. */
export function RequiredSecondFactor(props: {
  fullPage?: boolean | undefined
  onSuccess?: (() => unknown) | undefined
  children: ReactNode
}) {
  const app = useApp()
  const t = useTranslate()
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
  const finish = () => (props.onSuccess ? props.onSuccess() : app.redirectToAfterSignIn({ replace: true }))
  return (
    <Card
      title={t('Two-factor authentication')}
      lead={t('{name} requires two-factor authentication. Set it up to continue.', { name: requirement.displayName })}
      isPage={props.fullPage}
    >
      <SetUpOnce app={app} user={user} project={project} onDone={finish} />
    </Card>
  )
}

/** The access token is read last, because the first request may renew it. */
async function find(app: ClientApp): Promise<Found> {
  const requirement = await app.getSecondFactorRequirement()
  const [user, project] = await Promise.all([app.getPartialUser({ from: 'token' }), app.getProject()])
  return { requirement, user, project }
}

function SetUpOnce(props: { app: ClientApp; user: TokenPartialUser; project: Project; onDone: () => unknown }) {
  const { app, user, project, onDone } = props
  const t = useTranslate()
  const [secret] = useState(() => crypto.getRandomValues(new Uint8Array(20)))
  const update = async () => {
    // In the meantime it may have been set up in another tab, whose secret must not be replaced.
    if (await app.getSecondFactorRequirement()) await app.setUpSecondFactor(secret)
  }
  return (
    <SetUp
      user={{ id: user.id, primaryEmail: user.primaryEmail, update }}
      project={project}
      secret={secret}
      onSaved={onDone}
      onCancel={() => app.signOut()}
      cancelLabel={t('Sign out')}
    />
  )
}
