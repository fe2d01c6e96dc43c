import type { EventKey } from '../../../../entities/events.ts'
import { isRecord, parseJson } from '../../../../kernel/safe-json.ts'
import type { EventRecord } from '../../../store/records.ts'
import { EVENT_CATALOG } from '../../events/catalog.ts'

/**
 * Events that don't ring the bell, because they are everyday events or another event of the same moment describes them
 * better. Users would ignore a bell that rings for them.
 */
const QUIET: readonly EventKey[] = [
  'frontegg.user.authenticated',
  'frontegg.user.failedAuthentication',
  'frontegg.user.created',
  'frontegg.directoryUser.created',
  'frontegg.directoryUser.updated',
  'frontegg.directoryUser.deleted',
]

type Severity = 'Info' | 'Medium' | 'High'

const SEVERITY: Partial<Record<EventKey, Severity>> = {
  'frontegg.user.locked': 'High',
  'frontegg.user.disabledMFA': 'High',
  'frontegg.securityPolicy.updated': 'High',
  'frontegg.user.removedFromTenant': 'Medium',
  'frontegg.user.deletionRequested': 'Medium',
  'frontegg.user.deleted': 'Medium',
  'frontegg.tenant.deletionRequested': 'High',
  'frontegg.tenant.deletionCanceled': 'Medium',
  'frontegg.loginAlias.updated': 'Medium',
  'frontegg.role.updated': 'Medium',
  'frontegg.role.deleted': 'Medium',
  'frontegg.tenantApiToken.created': 'Medium',
  'frontegg.ssoConnection.created': 'Medium',
  'frontegg.ssoConnection.updated': 'Medium',
  'frontegg.ssoConnection.deleted': 'Medium',
  'frontegg.ssoEnforcement.updated': 'High',
  'frontegg.ipRestriction.created': 'Medium',
  'frontegg.ipRestriction.updated': 'Medium',
  'frontegg.ipRestriction.deleted': 'Medium',
  'frontegg.provisioningConnection.created': 'Medium',
  'frontegg.provisioningConnection.deleted': 'Medium',
  'frontegg.subTenant.deleted': 'Medium',
}

/** Links to the portal's page about the record, by the category of the event. */
const PLACES: Readonly<Record<string, string>> = {
  users: '#/admin-box/users',
  authentication: '#/admin-box/users',
  access: '#/admin-box/roles',
  account: '#/admin-box/security',
  tokens: '#/admin-box/api-tokens',
  invitations: '#/admin-box/users',
  subAccounts: '#/admin-box/all-accounts',
  sso: '#/admin-box/sso',
  provisioning: '#/admin-box/provisioning',
}

/** Links of events whose page differs from that of their category. */
const OTHER_PLACES: readonly (readonly [prefix: string, place: string])[] = [
  ['frontegg.group', '#/admin-box/groups'],
  // Only the owner of a personal token can see it, so there is no link.
  ['frontegg.userApiToken.', ''],
  ['frontegg.tenant.', '#/admin-box/account'],
  ['frontegg.login', '#/admin-box/account'],
  ['frontegg.temporaryUserSettings.', '#/admin-box/users'],
]

const KNOWN = new Map(
  EVENT_CATALOG.flatMap(({ id, events }) => events.map((event) => [event.key, { ...event, place: PLACES[id] ?? '' }])),
)

export const BELL_KEYS: readonly string[] = [...KNOWN.keys()].filter(
  (key) => !(QUIET as readonly string[]).includes(key),
)

const placeOf = (key: string): string =>
  OTHER_PLACES.find(([prefix]) => key.startsWith(prefix))?.[1] ?? KNOWN.get(key)?.place ?? ''

/** Fields of events whose records have a name. */
const SUBJECTS = ['user', 'role', 'group', 'apiToken', 'subTenant', 'provisioningConnection'] as const

/** Returns the name, email, or description of the event's record. */
const subjectOf = (body: Record<string, unknown>): string => {
  for (const value of SUBJECTS.map((field) => body[field])) {
    if (!isRecord(value)) continue
    const found = [value.name, value.email, value.description].find((text) => typeof text === 'string' && text !== '')
    if (typeof found === 'string') return found
  }
  return ''
}

interface BellEvent {
  title: string
  body: string
  severity: Severity
  url: string
  /** The id of the user who caused the event. */
  actorId: string | undefined
}

/** Returns an event as the bell shows it; `shownName` formats the text that names its record. */
export const bellEventOf = (
  { key, body: json }: Pick<EventRecord, 'key' | 'body'>,
  shownName = (name: string): string => name,
): BellEvent => {
  const body = parseJson(json)
  const fields = isRecord(body) ? body : {}
  const context = isRecord(fields.eventContext) ? fields.eventContext : {}
  const known = KNOWN.get(key)
  return {
    title: known?.displayName ?? key,
    body: [known?.description, shownName(subjectOf(fields))].filter(Boolean).join(': '),
    severity: SEVERITY[key as EventKey] ?? 'Info',
    url: placeOf(key),
    actorId: typeof context.userId === 'string' ? context.userId : undefined,
  }
}
