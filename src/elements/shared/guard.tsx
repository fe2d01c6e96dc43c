import { type ReactNode, useCallback } from 'react'
import { useRuntime, useTexts } from '../../feature/feature-context.tsx'
import { crashMessages } from './crash.messages.ts'
import { ErrorBoundary } from './error-boundary.tsx'

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
 * Logs an unexpected error in its children, reports it to the host, and shows a text and "Try again" instead of them.
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
