import type { EntitlementResult } from '../../entities/entitlements.ts'
import { explainFeature, explainPermission, type FeatureExplained, type Trace } from '../../entitlements/explain.ts'
import type { App } from '../app.ts'
import type { ExplainQuery } from './explain-query.ts'
import { type Giver, giversOf } from './givers.ts'
import type { CustomAttributes } from './service.ts'

/** Why a result is what it is; the parts are in the order they were evaluated. */
export interface Explanation {
  asked: { kind: 'feature' | 'permission'; key: string }
  result: EntitlementResult
  /** The server decided (v1), or nothing is loaded: there is nothing more to explain. */
  decidedByServer: boolean
  /** The held permission key that covers the asked one. */
  heldBy?: string
  /** Roles that give this key, and the groups that give those roles. */
  givers: Giver[]
  /** The asked feature, or those linked to the permission; all must be entitled. */
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

/** The whole chain behind a result: role or group, permission, linked features, plan, rule and condition. */
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
