import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Rendered instead of the failed part; `retry` renders that part again. */
  fallback(retry: () => void): ReactNode
  onError(error: unknown): void
  children: ReactNode
}

interface State {
  hasFailed: boolean
}

/** React reports an error while rendering only to class components (react.dev, `getDerivedStateFromError`). */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return this.props.fallback(() => this.setState({ hasFailed: false }))
  }
}
