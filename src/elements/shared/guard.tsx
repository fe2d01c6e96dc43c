import { Component, type ReactNode, useCallback } from 'react'
import { useRuntime, useTexts } from '../../feature/feature-context.tsx'
import { crashMessages } from './element.messages.ts'

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
class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
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

export interface CrashView {
  title: string
  message: string
  retryLabel: string
  retry(): void
}

interface GuardProps {
  /** Name of the part in the log and in `fe-error`. */
  id: string
  /** Renders a text and a button in the style of the element. */
  view(crash: CrashView): ReactNode
  children: ReactNode
}

/**
 * Logs an unexpected error in its children, reports it to the host, and shows a message and "Try again" instead of
 * them.
 */
export const Guard = ({ id, view, children }: GuardProps) => {
  const runtime = useRuntime()
  const t = useTexts(crashMessages)
  const report = useCallback(
    (error: unknown) => {
      runtime.deps.log.error(`Drawing ${id} failed`, error)
      runtime.deps.events.after('error', { code: 'render-failed', id })
    },
    [runtime, id],
  )
  const fallback = (again: () => void) => {
    const retry = () => {
      // The stored state may have caused the error.
      runtime.reset()
      again()
    }
    return view({ title: t('title'), message: t('message'), retryLabel: t('retry'), retry })
  }
  return (
    <ErrorBoundary onError={report} fallback={fallback}>
      {children}
    </ErrorBoundary>
  )
}

const report = (host: Element, error: unknown) => {
  console.error('[front-entry] Drawing the element failed', error)
  const detail = { code: 'render-failed', id: host.localName }
  host.dispatchEvent(new CustomEvent('fe-error', { detail, bubbles: true, composed: true }))
}

/** Guards a whole element, when neither texts nor styles are available anymore. */
export const LastGuard = ({ host, children }: { host: Element; children: ReactNode }) => {
  const { title, message, retry: label } = crashMessages.texts
  return (
    <ErrorBoundary
      onError={(error) => report(host, error)}
      fallback={(retry) => (
        <div role="alert">
          <p>{title}</p>
          <p>{message}</p>
          <button type="button" onClick={retry}>
            {label}
          </button>
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  )
}
