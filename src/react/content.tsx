import { type ReactNode, useEffect, useRef } from 'react'
import { satisfies } from '../rules/access.ts'
import { useIsSteppedUp, useStepUp } from './navigation-hooks.ts'
import { useAuth } from './provider.tsx'

/** Of {@link AuthorizedContent}. */
export interface AuthorizedContentProps {
  /** Every one of these role keys is needed. @default [] */
  requiredRoles?: readonly string[]
  /** Every one of these permission keys is needed; held keys may carry wildcards. @default [] */
  requiredPermissions?: readonly string[]
  /** Draws both cases; without it `children` are drawn for users who may see them. */
  render?: (isAuthorized: boolean) => ReactNode
  children?: ReactNode
}

/**
 * Content for users who hold every required role and permission. The server must check again.
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

/** Of {@link SteppedUpContent}. */
export interface SteppedUpContentProps {
  /** Seconds since the second factor was proven. @default any time in this session */
  maxAge?: number
  /** `true` draws without leading to the step-up page. @default false */
  preventSteppingUp?: boolean
  /** Draws both cases; without it `children` are drawn once the session is stepped up. */
  render?: (isSteppedUp: boolean) => ReactNode
  children?: ReactNode
}

/**
 * Content behind a recent second factor: leads to the step-up page once, and back. Nothing for users signed out.
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
