import { type ComponentType, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { App } from '../../app/app.ts'
import type { ElementProps } from '../shared/element-base.ts'
import { ElementRoot } from '../shared/element-root.tsx'
import { type AppAttributes, useElementApp } from '../shared/use-element-app.ts'
import { loadShell } from './load-shell.ts'
import type { PortalShellProps } from './portal-props.ts'

export interface PortalAttributes extends AppAttributes {
  /** Slug of the page to open, such as `users`. */
  page?: string
  open?: boolean
  /** `inline` fills its container, `dialog` covers the page. @default 'dialog' */
  mode?: string
}

const DEEP_LINK = /^#\/admin-box(\/|\?|$)/

const subscribeToHash = (changed: () => void) => {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}

const isDeepLinked = () => DEEP_LINK.test(window.location.hash)

/** The shell's chunk, asked for when the portal first opens. */
const useShell = (app: App | undefined, isOpen: boolean, host: HTMLElement) => {
  const [shell, setShell] = useState<{ Shell: ComponentType<PortalShellProps> }>()
  useEffect(() => {
    if (!app || !isOpen || shell) return
    const end = new AbortController()
    loadShell(app, end.signal).then(
      (Shell) => !end.signal.aborted && setShell({ Shell }),
      (error: unknown) => {
        if (end.signal.aborted) return
        app.log.error('Loading the admin portal failed', error)
        const detail = { code: 'load-failed', id: 'admin-portal' }
        host.dispatchEvent(new CustomEvent('fe-error', { detail, bubbles: true, composed: true }))
      },
    )
    return () => end.abort(new DOMException('The element is gone', 'AbortError'))
  }, [app, isOpen, shell, host])
  return shell?.Shell
}

/** `<fe-admin-portal>`: closed until `open` is set or a deep link `#/admin-box/…` is in the address. */
export const AdminPortal = ({ container, page, open, mode, ...attributes }: ElementProps & PortalAttributes) => {
  const host = container.host as HTMLElement // a custom element is one
  const app = useElementApp(host, attributes)
  const isOpen = useSyncExternalStore(subscribeToHash, isDeepLinked) || open === true
  const Shell = useShell(app, isOpen, host)
  const close = useCallback(() => host.removeAttribute('open'), [host])
  if (!app || !isOpen || !Shell) return null
  return (
    <ElementRoot app={app} shadow={container} source="admin-portal">
      <Shell
        app={app}
        host={host}
        shadow={container}
        page={page}
        mode={mode === 'inline' ? 'inline' : 'dialog'}
        onClose={close}
      />
    </ElementRoot>
  )
}
