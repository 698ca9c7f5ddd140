import { isUnavailable } from '@latchkey/react'
import { CloudOff } from 'lucide-react'
import { Component, type ReactNode, Suspense } from 'react'
import { isChunkError } from '../data/chunk-error.ts'
import { onReturn, whenReachable } from '../data/connection.ts'
import { describeError } from '../data/describe-error.ts'
import { findFailed } from '../data/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/page.tsx'

interface BoundaryProps {
  /** The loading state, in the final layout. */
  skeleton: ReactNode
  children: ReactNode
}

/** A part of a page that loads and fails independently. */
export function Boundary({ skeleton, children }: BoundaryProps) {
  return (
    <ErrorBoundary>
      <Suspense fallback={skeleton}>{children}</Suspense>
    </ErrorBoundary>
  )
}

class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  stopWaiting = () => {}

  override componentDidCatch(error: unknown) {
    this.stopWaiting()
    const isAway = isUnavailable(error)
    if (isAway && findFailed(error)) this.stopWaiting = whenReachable(() => void this.retry())
    // Anything else can only be loaded again with the page, which must not happen again and again.
    else if (isAway || isChunkError(error)) this.stopWaiting = onReturn(() => void this.retry())
  }

  override componentWillUnmount() {
    this.stopWaiting()
  }

  readonly retry = async () => {
    const failed = findFailed(this.state.error)
    // A failed chunk cannot be retried, so the page must be reloaded.
    if (!failed) return location.reload()
    await failed.fetch().catch(() => {})
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <Empty
        icon={<CloudOff />}
        title="Could not load this section"
        action={<Button onClick={() => void this.retry()}>Try again</Button>}
      >
        {describeError(error)}
      </Empty>
    )
  }
}
