import { type ReactNode, useEffect, useRef } from 'react'
import { satisfies } from '../rules/access.ts'
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
 * Renders content that needs a recent second factor: redirects to the step-up page once, and back. Renders nothing for
 * signed-out users.
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
