import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { FailureBoundary } from '../ui/failure-boundary.tsx'
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
  const recover = async (error: unknown, retry: () => void) => {
    // The chunk of the page failed to load, and browsers do not retry a failed import.
    if (error instanceof TypeError) return location.reload()
    // Errors are cached like values, so the data must be fetched again before another render can succeed.
    await reload?.().catch(() => {})
    retry()
  }
  return (
    <FailureBoundary renderFailure={(error, retry) => <Failure error={error} onRetry={() => recover(error, retry)} />}>
      <Suspense fallback={<SectionsSkeleton />}>{children}</Suspense>
    </FailureBoundary>
  )
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
