import type { SsoEnforcementEffect } from '../../contract/sso.ts'
import type { SamlKeys, SamlOptions, SsoConfig, SsoConnectionDetails, SsoStatus, SsoType } from '../../entities/sso.ts'
import type { TeamRole } from '../../entities/team.ts'
import { PAGE_AT_START, type PageState } from '../../parts/page-kit/page-state.ts'
import type { PageUrl } from '../../parts/page-kit/page-url.ts'
import { GUARD_AT_REST, type GuardState } from '../../parts/policy-guard/guard.state.ts'
import { emptyList, type ListQuery, type ListState, listQuery } from '../../parts/record-list/list-state.ts'
import { NO_USERS, type UsersFound } from '../../parts/user-picker/user-search.ts'
import { domainOf } from '../../rules/email.ts'

/** Provider names are the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<SsoType, string>> = {
  okta: 'Okta',
  azure: 'Microsoft Entra ID',
  google: 'Google Workspace',
  saml: 'SAML 2.0',
  oidc: 'OpenID Connect',
}

export const PROVIDER_TYPES = Object.keys(PROVIDER_NAMES) as SsoType[]

export type SsoAbility = 'edit' | 'remove'

/** A connection with fields that an older backend lacks. */
export interface Connection extends SsoConfig {
  type: SsoType
  /** The connection's own name, or that of its provider. */
  name: string
  details?: SsoConnectionDetails
}

export const STEPS = ['provider', 'trust', 'domains', 'roles', 'test'] as const
type StepId = (typeof STEPS)[number]
/** A part of the setup that can be opened; `saml` is not one of its steps. */
export type PlaceId = StepId | 'saml'

/** The loaded settings of a SAML connection besides sign-ins. */
export interface SamlPanel {
  connectionId: string
  phase: 'loading' | 'ready' | 'failed'
  options?: SamlOptions
  keys?: SamlKeys
  /** The reason the latest load failed; kept during a retry. */
  error?: string
}

/** A form of the setup, which is saved separately. */
export type PartId =
  | 'name'
  | 'trust'
  | 'domains'
  | 'roles'
  | 'groups'
  | 'test'
  | 'status'
  | 'enforcement'
  | 'guarantee'
  | 'saml'

export type SsoDialog =
  | { kind: 'new' }
  | { kind: 'setup'; id: string }
  | { kind: 'delete'; connection: Connection }
  | { kind: 'troubleshoot' }

type SsoNotice =
  | 'created'
  | 'saved'
  | 'deleted'
  | 'turnedOn'
  | 'turnedOff'
  | 'domainVerified'
  | 'confirmed'
  | 'required'
  | 'notRequired'
  | 'failed'
  | 'gone'
  | 'unavailable'

export interface SsoState extends PageState<SsoAbility, SsoDialog, SsoNotice> {
  list: ListState<Connection>
  /** All connections, regardless of the list's query. */
  connections: readonly Connection[]
  roles: readonly TeamRole[]
  step: PlaceId
  /** The form that is being saved or was refused. */
  part?: { id: PartId; busy: boolean; error?: string; subject?: string } | undefined
  /** Asks before the verification of a domain takes access from users. */
  guard: GuardState
  /** The effect of requiring single sign-on, while its dialog is open. */
  enforcement?: { busy: boolean; preview?: SsoEnforcementEffect; error?: string | undefined } | undefined
  /** Results of the search for users to exempt. */
  users: UsersFound
  /** Set while the SAML settings are open. */
  saml?: SamlPanel | undefined
  /** A test sign-in is open in another window. */
  isTesting: boolean
  /** URL that OpenID providers redirect to. */
  redirectUri: string
}

const query = listQuery(['name', 'createdAt'], { sort: 'name', order: 'ASC' })

export const initialSso: SsoState = {
  ...PAGE_AT_START,
  list: emptyList(query.initial),
  connections: [],
  roles: [],
  step: 'provider',
  guard: GUARD_AT_REST,
  users: NO_USERS,
  isTesting: false,
  redirectUri: '',
}

export const ssoUrl: PageUrl<SsoState, ListQuery> = {
  place: query,
  placeOf: ({ list }) => list.query,
  linkOf: (dialog) => {
    if (dialog.kind === 'new' || dialog.kind === 'troubleshoot') return { name: dialog.kind, id: '' }
    return dialog.kind === 'setup'
      ? { name: 'connection', id: dialog.id }
      : { name: 'delete', id: dialog.connection.id }
  },
}

export const isOidc = ({ type }: Pick<Connection, 'type'>): boolean => type === 'oidc'

export const openedOf = ({ dialog, connections }: SsoState): Connection | undefined =>
  dialog?.kind === 'setup' ? connections.find(({ id }) => id === dialog.id) : undefined

export const statusOf = ({ enabled, details }: Connection): SsoStatus => {
  if (details) return details.status
  return enabled ? 'enabled' : 'disabled'
}

export const hasTrust = (connection: Connection): boolean =>
  connection.ssoEndpoint !== '' &&
  (isOidc(connection) ? connection.oidcClientId !== '' : connection.publicCertificate !== '')

export const hasDomain = ({ domains, skipEmailDomainValidation }: Connection): boolean =>
  skipEmailDomainValidation || domains.some(({ validated }) => validated)

/** Returns the domain of a user who passed a test, if sign-ins don't accept it yet. */
export const unverifiedDomainOf = (connection: Connection): string | undefined => {
  const { domains, skipEmailDomainValidation, details } = connection
  const email = details?.test?.email
  if (!email || skipEmailDomainValidation || !hasPassed(connection)) return undefined
  const domain = domainOf(email.toLowerCase())
  return domains.some((one) => one.validated && one.domain === domain) ? undefined : domain
}

export const hasPassed = ({ details }: Connection): boolean => details?.test?.status === 'passed'

/** Returns whether a step is complete. The first step is only read, and roles have a default. */
export const isDone = (connection: Connection, step: StepId): boolean => {
  const done: Readonly<Record<StepId, boolean>> = {
    provider: hasTrust(connection),
    trust: hasTrust(connection),
    domains: hasDomain(connection),
    roles: connection.roleIds.length > 0 || connection.groups.length > 0,
    test: connection.enabled,
  }
  return done[step]
}

/** Returns the step where a draft's setup continues; a connection in use starts with its overview. */
export const firstStep = (connection: Connection): StepId => {
  if (!hasTrust(connection)) return 'provider'
  if (!hasDomain(connection)) return 'domains'
  return 'test'
}

const DAY_MS = 86_400_000

/** Returns when the last certificate expires. During a rollover that is the next certificate. */
export const certificateEnd = ({ details }: Connection): number | undefined => {
  const ends = details?.certificates.map(({ expiresAt }) => Date.parse(String(expiresAt))) ?? []
  return ends.length > 0 ? Math.max(...ends) : undefined
}

/** Returns the days until the last certificate expires. */
export const daysLeft = (connection: Connection, now: number): number | undefined => {
  const end = certificateEnd(connection)
  return end === undefined ? undefined : Math.floor((end - now) / DAY_MS)
}
