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
  /** Names the part in the log and in `fe-error`. */
  id: string
  /** Words and a way on, in the look of the element. */
  view(crash: CrashView): ReactNode
  children: ReactNode
}

/** An unexpected error in its children is logged, reported to the host, and leaves words and "Try again" in their place. */
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
      // What was kept may be what could not be drawn.
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
