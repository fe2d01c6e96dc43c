import { useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { Loadable } from '../../feature/feature-runtime.ts'
import { lazyStepMessages } from '../../parts/lazy-step/lazy-step.messages.ts'
import { LoadFailure } from '../../parts/load-failure/load-failure.tsx'
import { Spinner } from '../../ui/spinner/spinner.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import type { ElementProps } from '../shared/element-base.ts'
import { ElementRoot } from '../shared/element-root.tsx'
import { LastGuard } from '../shared/last-guard.tsx'
import { type AppAttributes, useElementApp } from '../shared/use-element-app.ts'
import css from './admin-portal.css'
import type { PortalElement } from './portal-element.ts'
import { useIsOpen } from './use-is-open.ts'

export interface PortalAttributes extends AppAttributes {
  /**
   * Slug of the page to open; a deep link such as `#/admin-box/users` wins over it.
   *
   * @default the first page the user may see
   * @example <fe-admin-portal base-url="https://auth.example.com" page="users"></fe-admin-portal>
   */
  page?: string
  /**
   * Whether the dialog is open; taken away when the user closes it.
   *
   * @default false
   * @example <fe-admin-portal base-url="https://auth.example.com" open></fe-admin-portal>
   */
  open?: boolean
  /**
   * `inline` fills its container, `dialog` covers the page; any other word counts as `dialog`.
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

interface ShellGiven {
  element: PortalElement
}

/** The shell is its own chunk: a page that only signs users in never loads it. */
const shell: Loadable<ShellGiven> = { id: 'portal', load: () => import('./shell/shell.tsx') }

const Waiting = () => {
  const t = useTexts(lazyStepMessages)
  return (
    <div className="fe-portal-wait" role="status">
      <Spinner />
      <span className="fe-hidden">{t('loading')}</span>
    </div>
  )
}

const Shell = ({ element }: ShellGiven) => {
  useSheet(css)
  return (
    <FeatureHost
      definition={shell}
      given={{ element }}
      fallback={<Waiting />}
      failure={(retry) => <LoadFailure retry={retry} />}
    />
  )
}

/** `<fe-admin-portal>`: inline in its container, or a dialog over the whole page. */
export const AdminPortal = ({ container, ...attributes }: ElementProps & PortalAttributes) => {
  const host = container.host as HTMLElement // a custom element is one
  const app = useElementApp(host, attributes)
  const mode = attributes.mode === 'inline' ? 'inline' : 'dialog'
  const isOpen = useIsOpen(host, mode, attributes.open)
  if (!app || !isOpen) return null
  const { page, headingLevel } = attributes
  return (
    <LastGuard host={host}>
      <ElementRoot app={app} shadow={container} source="admin-portal">
        <Shell element={{ host, app, mode, page, headingLevel }} />
      </ElementRoot>
    </LastGuard>
  )
}
