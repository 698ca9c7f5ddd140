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

/** A page with its loading and error states. Fetches the data again when the user returns from another tab. */
export function PageFrame({ reload, children }: PageFrameProps) {
  const latest = useRef(reload)
  latest.current = reload
  // Fetches everything in parallel instead of one hook after another.
  useState(() => void reload?.().catch(() => {}))
  useEffect(() => {
    const refresh = () => {
      // If this fails, the page keeps its current data.
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
      // The chunk of the page failed to load, and browsers do not retry a failed import.
      if (failure.error instanceof TypeError) return location.reload()
      // Errors are cached like values, so the data must be fetched again before another render can succeed.
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
