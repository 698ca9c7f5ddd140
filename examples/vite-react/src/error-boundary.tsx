import { Component, type ReactNode } from 'react'

export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="page">
        <h1>The server is not responding</h1>
        <p className="lead">The demo needs its Latchkey server. Check that it runs, then reload the page.</p>
        <button className="button" type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </div>
    )
  }
}
