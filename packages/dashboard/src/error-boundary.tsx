import { Component, type ReactNode } from 'react'
import { Message } from './message.tsx'

/** Also catches parts of the page that could not be fetched, as without a connection or after an update of the server. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    const reload = (
      <button className="lk-button" type="button" onClick={() => location.reload()}>
        Reload
      </button>
    )
    return (
      <Message kind="problem" title="This page could not be shown" action={reload}>
        Check your connection, then reload it.
      </Message>
    )
  }
}
