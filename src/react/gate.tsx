import type { ReactNode } from 'react'
import type { CustomAttributes } from '../index.ts'
import { satisfies } from '../rules/access.ts'
import { useEntitlementsActions } from './entitlement-hooks.ts'
import { useAuth } from './provider.tsx'

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
