import { appInternalsSymbol } from '@latchkey/sdk'
import { type ReactNode, Suspense, useContext } from 'react'
import { AppContext } from '../hooks/use-app.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import { describeFailure } from './failures.tsx'
import { isDevelopment } from './is-development.ts'
import { MessageCard } from './message-card.tsx'
import { Page } from './scope.tsx'

interface ScreenProps {
  fullPage?: boolean | undefined
  /** Whether the screen has its own layout instead of a centered card. */
  isWide?: boolean | undefined
  fallback: ReactNode
  /** Clears failed data other than the user and the project. */
  onRetry?: (() => void) | undefined
  children: ReactNode
}

/** A screen with its loading state, and a retry button if its data cannot be fetched. */
export function Screen({ fullPage, isWide, fallback, onRetry, children }: ScreenProps) {
  const isCentred = fullPage && !isWide
  return (
    <FailureBoundary
      renderFailure={(error, retry) => (
        <FailureCard
          error={error}
          fullPage={fullPage}
          onRetry={() => {
            onRetry?.()
            retry()
          }}
        />
      )}
    >
      <Suspense fallback={<Page fullPage={isCentred}>{fallback}</Page>}>
        <Page fullPage={isCentred}>{children}</Page>
      </Suspense>
    </FailureBoundary>
  )
}

function FailureCard(props: { error: unknown; fullPage?: boolean | undefined; onRetry: () => void }) {
  const t = useTranslate()
  const app = useContext(AppContext)
  const retry = async () => {
    const internals = app?.[appInternalsSymbol]
    // Errors are cached like values, so the data must be fetched again before another render can succeed.
    await Promise.allSettled([internals?.project.load(), internals?.currentUser.load()])
    props.onRetry()
  }
  return (
    <MessageCard
      tone="failure"
      title={t('Something went wrong')}
      fullPage={props.fullPage}
      primaryButtonText={t('Try again')}
      primaryAction={retry}
    >
      {describeFailure(props.error, t)}
      {isDevelopment() && <pre className="lk-code-block">{listCauses(props.error)}</pre>}
    </MessageCard>
  )
}

/** The error and its causes, for developers. */
function listCauses(error: unknown): string {
  const causes: unknown[] = []
  for (let next = error; next && !causes.includes(next); next = (next as { cause?: unknown }).cause) causes.push(next)
  return causes.join('\n')
}
