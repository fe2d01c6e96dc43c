/**
 * A model of what a session must allow, independent of the backend: it uses no store, no policy code and no shared
 * rule.
 */

const HOUR_MS = 3_600_000

export interface ModelSession {
  user: string
  tenant: string
  /** Whether a factor was proven to the backend itself. */
  hasFactor: boolean
  /** The tenant whose identity provider signed the user in. */
  provider?: string
  /** Whether that provider verified a second factor. */
  hasProviderFactor?: boolean
  /** Whether the user also proved their own password. */
  hasOwnProof?: boolean
  isLive: boolean
  startedAt: number
  /** The newest cookie, the one before it, and when the cookie changed. */
  cookie: string
  previous: string
  rotatedAt: number
  /** The newest access token. */
  token: string
  actor?: ModelSession
}

interface Place {
  isActive: boolean
  isAdmin: boolean
}

export interface Model {
  now: number
  graceMs: number
  locked: Set<string>
  enrolled: ReadonlySet<string>
  /** Tenants that require a second factor. */
  strict: Set<string>
  /** Memberships, by `user tenant`. */
  places: Map<string, Place>
  /** Parameters of the mailed links of pending invitations, by place. */
  invitations: Map<string, { userId: string; token: string }>
  sessions: ModelSession[]
}

export const placeOf = (model: Model, user: string, tenant: string): Place | undefined => {
  const place = model.places.get(`${user} ${tenant}`)
  return place?.isActive ? place : undefined
}

/** Returns whether the actor of an impersonation could still start it. */
const isCovered = (model: Model, session: ModelSession, actor: ModelSession): boolean =>
  actor.isLive &&
  !model.locked.has(actor.user) &&
  placeOf(model, actor.user, session.tenant)?.isAdmin === true &&
  model.now - session.startedAt < HOUR_MS

const isUsable = (model: Model, session: ModelSession): boolean =>
  session.isLive && (!session.actor || isCovered(model, session, session.actor))

/** Returns whether a cookie is accepted: the newest always, its predecessor within the grace time. */
export const isCookieValid = (model: Model, session: ModelSession, cookie: string): boolean =>
  cookie === session.cookie || (cookie === session.previous && model.now - session.rotatedAt <= model.graceMs)

/**
 * Returns whether a tenant trusts the session. A provider counts only in its own tenant; an impersonation counts as
 * much as the session it was started from.
 */
const isVouchedFor = ({ actor, provider, hasOwnProof }: ModelSession, tenant: string): boolean =>
  actor ? isVouchedFor(actor, tenant) : provider === undefined || hasOwnProof === true || provider === tenant

const provesFactor = ({ hasFactor, hasProviderFactor, provider }: ModelSession, tenant: string): boolean =>
  hasFactor || (hasProviderFactor === true && provider === tenant)

const mayEnter = (model: Model, session: ModelSession, tenant: string): boolean => {
  if (!isUsable(model, session) || !placeOf(model, session.user, tenant)) return false
  if (!isVouchedFor(session, tenant)) return false
  if (tenant === session.tenant) return true
  return !session.actor && (provesFactor(session, tenant) || !model.strict.has(tenant))
}

export const maySignIn = (model: Model, user: string, given: { tenant: string; hasFactor: boolean }): boolean => {
  if (model.locked.has(user) || !placeOf(model, user, given.tenant)) return false
  return given.hasFactor || !(model.enrolled.has(user) || model.strict.has(given.tenant))
}

/** Returns why a token is wrong, if it is. */
export const faultOf = (
  model: Model,
  session: ModelSession,
  claims: Readonly<Record<string, unknown>>,
): string | undefined => {
  const tenant = String(claims.tenantId)
  const tenants = Array.isArray(claims.tenantIds) ? claims.tenantIds.map(String) : [tenant]
  const actor = (claims.act as { sub?: string } | undefined)?.sub
  if (claims.sub !== session.user) return `names ${claims.sub}, not ${session.user}`
  if (actor !== session.actor?.user) return `names the actor ${actor}, not ${session.actor?.user}`
  if (!mayEnter(model, session, tenant)) return `is for ${tenant}, which the session may not enter`
  const foreign = tenants.find((one) => !placeOf(model, session.user, one) || (session.actor && one !== session.tenant))
  return foreign === undefined ? undefined : `lists ${foreign}`
}
