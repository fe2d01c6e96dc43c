import type { MouseEvent, ReactNode } from 'react'
import { useRuntime, useSettings } from '../../feature/feature-context.tsx'
import { routeHref } from '../../navigation/auth-route.ts'
import { withPageQuery } from '../../navigation/page-query.ts'
import type { AuthRoutes } from '../../rules/auth-routes.ts'
import type { IconName } from '../../ui/icon/icon.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './auth-link.css'

interface AuthLinkProps {
  to: keyof AuthRoutes
  icon?: IconName
  /** Keeps `redirectUrl` and the rest of the query. */
  preserveQuery?: boolean
  /** Runs before the link is followed. */
  onFollow?(): void
  children: ReactNode
}

const isPlainPress = (event: MouseEvent) => event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)

/**
 * Returns `href` and `onClick` of a link to another auth screen. Clicks navigate through the host's router if there is
 * one. A new tab opens the whole URL: a path would be resolved against a `<base>` of the page.
 */
export const useAuthLink = ({
  to,
  preserveQuery = true,
  onFollow,
}: Pick<AuthLinkProps, 'to' | 'preserveQuery' | 'onFollow'>) => {
  const { navigator } = useRuntime().deps
  const settings = useSettings()
  const href = () => {
    const here = navigator.location()
    const target = new URL(routeHref(settings.routes[to] ?? '/', settings), here)
    return (preserveQuery ? withPageQuery(target, here, settings) : target).href
  }
  const follow = (event: MouseEvent) => {
    onFollow?.()
    if (!isPlainPress(event)) return
    event.preventDefault()
    navigator.go(href())
  }
  return { href: href(), onClick: follow }
}

export const AuthLink = ({ icon, children, ...link }: AuthLinkProps) => {
  // The sheet is also needed where no card surrounds the link, as among the credential fields.
  useSheet(css)
  return (
    <a className="fe-auth-link" {...useAuthLink(link)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}
