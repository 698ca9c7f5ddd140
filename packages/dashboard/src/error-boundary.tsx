import { Component, type ReactNode } from 'react'
import { isChunkError } from './data/chunk-error.ts'
import { onReturn } from './data/connection.ts'
import { Message } from './message.tsx'

/** Also catches chunks that fail to load, such as offline or after a server update. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  stopWaiting = () => {}

  override componentDidCatch(error: unknown) {
    if (isChunkError(error)) this.stopWaiting = onReturn(() => location.reload())
  }

  override componentWillUnmount() {
    this.stopWaiting()
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    const reload = (
      <button className="lk-button" type="button" onClick={() => location.reload()}>
        Reload
      </button>
    )
    return (
      <Message kind="problem" title="This page couldn't be loaded" action={reload}>
        Check your connection, then reload the page.
      </Message>
    )
  }
}
