import { Component, type ReactNode } from 'react'

interface FailureBoundaryProps {
  /** Shown instead of the children. `retry` renders them again. */
  renderFailure: (error: unknown, retry: () => void) => ReactNode
  children: ReactNode
}

export class FailureBoundary extends Component<FailureBoundaryProps, { failure?: { error: unknown } | undefined }> {
  override state: { failure?: { error: unknown } | undefined } = {}

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.renderFailure(failure.error, () => this.setState({ failure: undefined }))
  }
}
