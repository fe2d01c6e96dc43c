import { type ReactNode, useEffect, useRef } from 'react'
import type { CustomAttributes } from '../index.ts'
import { satisfies } from '../rules/access.ts'
import { useEntitlementsActions } from './entitlement-hooks.ts'
import { useIsSteppedUp, useStepUp } from './navigation-hooks.ts'
import { useAuth } from './provider.tsx'

/** Props of {@link AuthorizedContent}. */
export interface AuthorizedContentProps {
  /** Role keys that the user must hold, all of them. @default [] */
  requiredRoles?: readonly string[]
  /** Permission keys that the user must hold, all of them; held keys may contain wildcards. @default [] */
  requiredPermissions?: readonly string[]
  /** Renders both cases. Without it, `children` are rendered for authorized users only. */
  render?: (isAuthorized: boolean) => ReactNode
  children?: ReactNode
}

/**
 * Renders content for users who hold every required role and permission. The server must check again.
 *
 * @example
 * const Team = () => (
 *   <AuthorizedContent requiredPermissions={['fe.secure.read.users']} render={(may) => (may ? <p>Team</p> : <p>Ask an administrator</p>)} />
 * )
 */
export const AuthorizedContent = (props: AuthorizedContentProps) => {
  const { requiredRoles, requiredPermissions, render, children } = props
  const { user } = useAuth()
  const isAuthorized = user !== undefined && satisfies(user, { permissions: requiredPermissions, roles: requiredRoles })
  if (render) return render(isAuthorized)
  return isAuthorized ? children : null
}

/** Props of {@link SteppedUpContent}. */
export interface SteppedUpContentProps {
  /** Maximum age of the second factor, in seconds. @default any time in this session */
  maxAge?: number
  /** `true` never redirects to the step-up page. @default false */
  preventSteppingUp?: boolean
  /** Renders both cases. Without it, `children` are rendered once the session is stepped up. */
  render?: (isSteppedUp: boolean) => ReactNode
  children?: ReactNode
}

/**
 * Renders content that requires a second factor from the last `maxAge` seconds. Otherwise redirects once to the step-up
 * page, which returns here. Renders nothing for signed-out users.
 *
 * @example const Secrets = () => <SteppedUpContent maxAge={300}><p>Secrets</p></SteppedUpContent>
 */
export const SteppedUpContent = ({ maxAge, preventSteppingUp = false, render, children }: SteppedUpContentProps) => {
  const { isAuthenticated } = useAuth()
  const isSteppedUp = useIsSteppedUp({ maxAge })
  const stepUp = useStepUp()
  const hasAsked = useRef(false)
  const mustAsk = isAuthenticated && !isSteppedUp && !preventSteppingUp
  useEffect(() => {
    if (!mustAsk || hasAsked.current) return
    hasAsked.current = true
    stepUp({ maxAge })
  }, [mustAsk, stepUp, maxAge])
  if (!isAuthenticated) return null
  if (render) return render(isSteppedUp)
  return isSteppedUp ? children : null
}

/** Props of {@link Gate}. */
export interface GateProps {
  /** Permission keys that the user must hold, all of them; held keys may contain wildcards. */
  permissions?: readonly string[]
  /** Role keys that the user must hold, all of them. */
  roles?: readonly string[]
  /** Feature keys that the user must be entitled to, all of them; a super user needs them too. */
  features?: readonly string[]
  /** Custom attributes of the host that feature rules evaluate. */
  attributes?: CustomAttributes
  /** Content to show to all other users. @default nothing */
  fallback?: ReactNode
  children?: ReactNode
}

/**
 * Renders its children for users who hold every required permission and role (a super user does) and are entitled to
 * every feature. Until that is known, and for signed-out users, it renders the fallback. The server must check again.
 *
 * @example const Team = () => <Gate permissions={['fe.secure.read.users']}><a href="/team">Team</a></Gate>
 */
export const Gate = ({ permissions, roles, features = [], attributes, fallback = null, children }: GateProps) => {
  const { user } = useAuth()
  const { isEntitledTo } = useEntitlementsActions()
  const hasFeature = (featureKey: string) => isEntitledTo({ featureKey }, attributes).isEntitled
  return user && satisfies(user, { permissions, roles }) && features.every(hasFeature) ? children : fallback
}
