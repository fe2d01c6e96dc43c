import { useEffect, useState } from 'react'
import type { Loadable } from '../../feature/feature-runtime.ts'
import type { ElementProps } from '../shared/element-base.ts'
import { ElementFeature } from '../shared/element-feature.tsx'
import { type AppAttributes, useElementApp } from '../shared/use-element-app.ts'
import { readHash } from './portal-hash.ts'
import type { PortalElement } from './shell.state.ts'

/** Returns `true` inline; as a dialog, whether `open` is set, which a deep link in the URL does too. */
const useIsOpen = (host: HTMLElement, mode: 'inline' | 'dialog', open: boolean | undefined): boolean => {
  const [isLinked, setLinked] = useState(false)
  useEffect(() => {
    if (mode === 'inline') return
    const look = () => {
      const isHere = readHash(window.location.hash) !== undefined
      setLinked(isHere)
      if (isHere) host.setAttribute('open', 'true')
    }
    look()
    window.addEventListener('hashchange', look)
    window.addEventListener('popstate', look)
    return () => {
      window.removeEventListener('hashchange', look)
      window.removeEventListener('popstate', look)
    }
  }, [host, mode])
  return mode === 'inline' || open === true || (isLinked && host.hasAttribute('open'))
}

interface PortalAttributes extends AppAttributes {
  /**
   * Slug of the page to open; a deep link such as `#/admin-box/users` takes precedence.
   *
   * @default the first page the user may see
   * @example <fe-admin-portal base-url="https://auth.example.com" page="users"></fe-admin-portal>
   */
  page?: string
  /**
   * Whether the dialog is open; removed when the user closes it.
   *
   * @default false
   * @example <fe-admin-portal base-url="https://auth.example.com" open></fe-admin-portal>
   */
  open?: boolean
  /**
   * `inline` fills its container, `dialog` covers the page; any other value counts as `dialog`.
   *
   * @default 'dialog'
   * @example <fe-admin-portal base-url="https://auth.example.com" mode="inline"></fe-admin-portal>
   */
  mode?: string
  /**
   * Level of the page title, 1 to 5.
   *
   * @default 1 in a dialog, 2 inline
   * @example <fe-admin-portal base-url="https://auth.example.com" mode="inline" heading-level="3"></fe-admin-portal>
   */
  headingLevel?: string
}

const shell: Loadable<{ element: PortalElement }> = { id: 'portal', load: () => import('./shell/shell.tsx') }

/** `<fe-admin-portal>`: inline in its container, or a dialog over the whole page. */
export const AdminPortal = ({ container, ...attributes }: ElementProps & PortalAttributes) => {
  const host = container.host as HTMLElement // the host of this shadow root is a custom element
  const app = useElementApp(host, attributes)
  const mode = attributes.mode === 'inline' ? 'inline' : 'dialog'
  const isOpen = useIsOpen(host, mode, attributes.open)
  if (!app || !isOpen) return null
  const { page, headingLevel } = attributes
  return (
    <ElementFeature
      app={app}
      host={host}
      container={container}
      definition={shell}
      given={{ element: { host, app, mode, page, headingLevel } }}
    />
  )
}
