import type { EntitlementResult } from '../../entities/entitlements.ts'
import { explainFeature, explainPermission, type FeatureExplained, type Trace } from '../../entitlements/explain.ts'
import type { SessionUser } from '../../feature/ports.ts'
import type { App } from '../app.ts'
import type { CustomAttributes } from './service.ts'

/** A role that grants a permission, and the groups through which the user has it. */
export interface Giver {
  role: string
  groups: string[]
}

interface RoleLike {
  id?: string
  key?: string
  name?: string
  permissions?: readonly string[]
}

interface GroupLike {
  id: string
  name?: string
  roles?: readonly { id?: string }[]
}

/**
 * Returns the roles that grant a permission, matched by permission ID. A user known from claims alone has no IDs, so
 * the result is empty.
 */
export const giversOf = (user: SessionUser | undefined, permission: string): Giver[] => {
  const ids = (user?.permissions ?? []).filter(({ key }) => key === permission).map(({ id }) => id)
  const groups: readonly GroupLike[] = user?.groups ?? []
  const gives = ({ permissions }: RoleLike) => ids.some((id) => id !== undefined && permissions?.includes(id))
  return ((user?.roles ?? []) as readonly RoleLike[]).filter(gives).map((role) => ({
    role: role.name ?? role.key ?? role.id ?? '',
    groups: groups.filter(({ roles }) => roles?.some(({ id }) => id === role.id)).map(({ id, name }) => name ?? id),
  }))
}

/** A feature or permission to explain. */
export interface ExplainQuery {
  feature?: string
  permission?: string
}

/** Explanation of a result; its parts are in the order of evaluation. */
export interface Explanation {
  asked: { kind: 'feature' | 'permission'; key: string }
  result: EntitlementResult
  /** Whether the server decided (v1) or nothing is loaded; there is then nothing more to explain. */
  decidedByServer: boolean
  /** The held permission key that covers the requested one. */
  heldBy?: string
  /** Roles that grant this key, and the groups that grant those roles. */
  givers: Giver[]
  /** The requested feature, or those linked to the permission; all of them must be entitled. */
  features: FeatureExplained[]
}

const askedOf = ({ permission, feature = '' }: ExplainQuery): Explanation['asked'] =>
  permission === undefined ? { kind: 'feature', key: feature } : { kind: 'permission', key: permission }

const evaluated = (app: App, { kind, key }: Explanation['asked'], custom?: CustomAttributes): Trace => {
  const service = app.entitlements()
  const result = kind === 'feature' ? service?.toFeature(key, custom) : service?.toPermission(key, custom)
  const missing = kind === 'feature' ? 'MISSING_FEATURE' : 'MISSING_PERMISSION'
  return { result: result ?? { isEntitled: false, justification: missing }, features: [] }
}

/** Returns everything behind a result: role or group, permission, linked features, plan, rule and condition. */
export const explain = (app: App, what: ExplainQuery, custom?: CustomAttributes): Explanation => {
  const asked = askedOf(what)
  const rules = app.entitlements()?.rules()
  const evaluate = asked.kind === 'feature' ? explainFeature : explainPermission
  const trace = rules
    ? evaluate(asked.key, rules.entitlements, { custom, jwt: rules.jwt })
    : evaluated(app, asked, custom)
  const givers = trace.heldBy === undefined ? [] : giversOf(app.store.getState().session.user, trace.heldBy)
  return { asked, decidedByServer: !rules, givers, ...trace }
}
