import { Suspense } from 'react'
import { Page } from '../ui/scope.tsx'
import { ShownProjectContext } from '../ui/shown-project.ts'
import { AuthCard } from './auth-card.tsx'
import { AuthFlowContext } from './auth-flow.tsx'
import type { AuthPageProps } from './auth-page.tsx'

const preview = { track: async () => undefined, isFirst: false, isPreview: true }

/** The page for given settings, without requests. */
export function AuthPreview(props: AuthPageProps & { project: NonNullable<AuthPageProps['mockProject']> }) {
  const { config, ...shown } = props.project
  return (
    <ShownProjectContext.Provider value={shown}>
      <Page fullPage={props.fullPage}>
        <AuthFlowContext.Provider value={preview}>
          <Suspense>
            <AuthCard
              {...props}
              flow={props.flow ?? shown.branding?.flow}
              isAnonymous={!shown.displayName}
              config={config}
            />
          </Suspense>
        </AuthFlowContext.Provider>
      </Page>
    </ShownProjectContext.Provider>
  )
}
