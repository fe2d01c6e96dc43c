import type { EntitlementResult } from '../../entities/entitlements.ts'
import { explainFeature, explainPermission, type FeatureExplained, type Trace } from '../../entitlements/explain.ts'
import type { App } from '../app.ts'
import { type Giver, giversOf } from './givers.ts'
import type { CustomAttributes } from './service.ts'

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
