import type { ReactNode } from 'react'
import { crashMessages } from './crash.messages.ts'
import { ErrorBoundary } from './error-boundary.tsx'

const report = (host: Element, error: unknown) => {
  console.error('[front-entry] Drawing the element failed', error)
  const detail = { code: 'render-failed', id: host.localName }
  host.dispatchEvent(new CustomEvent('fe-error', { detail, bubbles: true, composed: true }))
}

/** Guards a whole element, for which neither texts nor styles are available any more. */
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
