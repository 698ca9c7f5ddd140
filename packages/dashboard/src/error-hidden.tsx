import { Component, type ReactNode } from 'react'

/** For a part that the page works without: if it fails, it is left out. */
export class ErrorHidden extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
