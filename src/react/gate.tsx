import type { ReactNode } from 'react'
import type { CustomAttributes } from '../index.ts'
import { satisfies } from '../rules/access.ts'
import { useEntitlementsActions } from './entitlement-hooks.ts'
import { useAuth } from './provider.tsx'

/** Of {@link Gate}. */
export interface GateProps {
  /** Every one of these permission keys is needed; held keys may carry wildcards. */
  permissions?: readonly string[]
  /** Every one of these role keys is needed. */
  roles?: readonly string[]
  /** Every one of these features is needed; a super user needs them too. */
  features?: readonly string[]
  /** The host's own attributes, for the rules of features. */
  attributes?: CustomAttributes
  /** Shown instead; nothing by default. */
  fallback?: ReactNode
  children?: ReactNode
}

/**
 * Shows its children to users who hold every required permission and role, which a super user does, and are
 * entitled to every feature. Until that is known, and to any user signed out, it shows the fallback. The server must check
 * again.
 *
 * @example const Team = () => <Gate permissions={['fe.secure.read.users']}><a href="/team">Team</a></Gate>
 */
export const Gate = ({ permissions, roles, features = [], attributes, fallback = null, children }: GateProps) => {
  const { user } = useAuth()
  const { isEntitledTo } = useEntitlementsActions()
  const hasFeature = (featureKey: string) => isEntitledTo({ featureKey }, attributes).isEntitled
  return user && satisfies(user, { permissions, roles }) && features.every(hasFeature) ? children : fallback
}
