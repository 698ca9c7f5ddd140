import { Component, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { describeFailure } from '../ui/failures.tsx'
import { Note } from '../ui/field.tsx'
import { SectionsSkeleton } from './skeleton.tsx'

interface PageFrameProps {
  reload?: (() => Promise<unknown>) | undefined
  children: ReactNode
}

/** A page while it is fetched, after that failed, and up to date when somebody comes back to it from another tab. */
export function PageFrame({ reload, children }: PageFrameProps) {
  const latest = useRef(reload)
  latest.current = reload
  // Everything at once, instead of one hook after the other.
  useState(() => void reload?.().catch(() => {}))
  useEffect(() => {
    const refresh = () => {
      // A page that was right a moment ago is better than none.
      if (document.visibilityState === 'visible') latest.current?.().catch(() => {})
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [])
  return (
    <FailureBoundary reload={reload}>
      <Suspense fallback={<SectionsSkeleton />}>{children}</Suspense>
    </FailureBoundary>
  )
}

class FailureBoundary extends Component<PageFrameProps, { failure?: { error: unknown } | undefined }> {
  override state: { failure?: { error: unknown } | undefined } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    const retry = async () => {
      // The page's code could not be fetched, and a browser does not ask for it twice.
      if (failure.error instanceof TypeError) return location.reload()
      // Failures are cached like values, so they have to be fetched again before anything renders differently.
      await this.props.reload?.().catch(() => {})
      this.setState({ failure: undefined })
    }
    return <Failure error={failure.error} onRetry={retry} />
  }
}

export function Failure({ error, onRetry }: { error: unknown; onRetry: () => Promise<unknown> }) {
  const t = useTranslate()
  return (
    <div className="lk-section-failure">
      <Note error={describeFailure(error, t)} />
      <Button size="small" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}
