import { Component, type ReactNode } from 'react'

/** For an optional part of a page: hides it if it fails. */
export class ErrorHidden extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
