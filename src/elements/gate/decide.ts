import type { App } from '../../app/app.ts'
import type { CustomAttributes } from '../../app/entitlements/service.ts'
import { satisfies } from '../../rules/access.ts'

/** Requirements of a gate; a list that is present but empty is never met. */
export interface Needs {
  permissions?: readonly string[]
  roles?: readonly string[]
  features?: readonly string[]
  custom?: CustomAttributes
}

export type Reason = 'signedOut' | 'permission' | 'role' | 'feature' | 'expired'

export type Verdict = { state: 'waiting' } | { state: 'open' } | { state: 'closed'; reason: Reason }

const closed = (reason: Reason): Verdict => ({ state: 'closed', reason })

const featureVerdict = (app: App, { features = [], custom }: Needs): Verdict => {
  for (const key of features) {
    const result = app.entitlements()?.toFeature(key, custom)
    if (!result?.isEntitled) return closed(result?.justification === 'BUNDLE_EXPIRED' ? 'expired' : 'feature')
  }
  return { state: 'open' }
}

/** Returns whether the gate is open. A super user passes permissions and roles, but not features. */
export const decide = (app: App, needs: Needs): Verdict => {
  const { status, user } = app.store.getState().session
  if (status === 'loading') return { state: 'waiting' }
  if (!user) return closed('signedOut')
  const { permissions, roles, features } = needs
  if (permissions && !(permissions.length && satisfies(user, { permissions }))) return closed('permission')
  if (roles && !(roles.length && satisfies(user, { roles }))) return closed('role')
  if (!features) return { state: 'open' }
  return features.length ? featureVerdict(app, needs) : closed('feature')
}
