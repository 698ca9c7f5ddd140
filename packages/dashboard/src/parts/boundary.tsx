import { CloudOff } from 'lucide-react'
import { Component, type ReactNode, Suspense } from 'react'
import { LoadError } from '../data/data.ts'
import { describeError } from '../data/describe-error.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/page.tsx'

interface BoundaryProps {
  /** What stands here while it loads, in the final layout. */
  skeleton: ReactNode
  children: ReactNode
}

/** A part of a page that loads and can fail by itself. */
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

  readonly retry = async () => {
    const { error } = this.state
    // A chunk that failed to load fails for good: the page has to be fetched again.
    if (!(error instanceof LoadError)) return location.reload()
    await error.retry().catch(() => {})
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <Empty
        icon={<CloudOff aria-hidden="true" />}
        title="This could not be loaded"
        action={<Button onClick={() => void this.retry()}>Try again</Button>}
      >
        {describeError(error)}
      </Empty>
    )
  }
}
