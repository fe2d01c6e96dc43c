import type { ReactNode } from 'react'
import { satisfies } from '../rules/access.ts'
import { useAuth } from './provider.tsx'

export interface GateProps {
  /** Every one of these permission keys is needed; held keys may carry wildcards. */
  permissions?: readonly string[]
  /** Every one of these role keys is needed. */
  roles?: readonly string[]
  /** Shown instead; nothing by default. */
  fallback?: ReactNode
  children?: ReactNode
}

/**
 * Shows its children to users who hold every required permission and role; a super user passes (seed 000 §6). Until that
 * is known, and to anybody signed out, it shows the fallback. The server must check again.
 *
 * @example <Gate permissions={['fe.secure.read.users']}><UsersLink /></Gate>
 */
export const Gate = ({ permissions, roles, fallback = null, children }: GateProps) => {
  const { user } = useAuth()
  return user && satisfies(user, { permissions, roles }) ? children : fallback
}
