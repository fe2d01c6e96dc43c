import type { EventKey } from '../../../../entities/events.ts'
import type { PausedEvents } from '../../../../entities/guarantee.ts'
import { holdsPermission } from '../../../../rules/permission.ts'
import type { Auth } from '../../../call/auth.ts'
import { forbidden } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { EVENT_CATALOG } from '../../events/catalog.ts'
import { guarantorOf, permissionsOfGuarantor, shownGuarantor, shownLimit } from './guarantor.ts'
import { guarantorIdOf } from './guarantor-id.ts'

const READ_USERS = 'fe.secure.read.users'
const READ_AUDITS = 'fe.secure.read.audits'
const READ_ACCOUNT = 'fe.secure.read.accountSettings'

/** The permission to see an event's data in the portal, by the start of the event's key; the longest match counts. */
const AREAS: readonly (readonly [start: string, permission: string])[] = [
  ['frontegg.user.', READ_USERS],
  // Only the audit log shows who signed in, and what other users do with their own passwords and factors.
  ['frontegg.user.authenticated', READ_AUDITS],
  ['frontegg.user.failedAuthentication', READ_AUDITS],
  ['frontegg.user.changedPassword', READ_AUDITS],
  ['frontegg.user.enrolledMFA', READ_AUDITS],
  ['frontegg.user.disabledMFA', READ_AUDITS],
  ['frontegg.role.', 'fe.secure.read.roles'],
  ['frontegg.group', 'fe.secure.read.groups'],
  ['frontegg.inviteLink', READ_USERS],
  ['frontegg.tenant.', READ_ACCOUNT],
  ['frontegg.login', READ_ACCOUNT],
  ['frontegg.temporaryUserSettings.', READ_USERS],
  ['frontegg.securityPolicy.', 'fe.secure.read.securityPolicy'],
  ['frontegg.ipRestriction.', 'fe.secure.read.ipRestrictions'],
  ['frontegg.emailDomainRule.', 'fe.secure.read.emailDomainRestrictions'],
  ['frontegg.subTenant.', 'fe.account-hierarchy.read.subAccount'],
  ['frontegg.sso', 'fe.secure.read.samlConfiguration'],
  ['frontegg.provisioningConnection.', 'fe.secure.read.provisioningConfiguration'],
  ['frontegg.directoryUser.', 'fe.secure.read.provisioningConfiguration'],
  ['frontegg.tenantApiToken.', 'fe.secure.read.tenantApiTokens'],
  // The permission to see one's own tokens doesn't cover the tokens of others.
  ['frontegg.userApiToken.', READ_AUDITS],
]

const areaOf = (key: string): string | undefined =>
  AREAS.filter(([start]) => key.startsWith(start)).sort(([one], [other]) => other.length - one.length)[0]?.[1]

const PERMISSIONS = new Map(
  EVENT_CATALOG.flatMap(({ events }) => events).map(({ key, displayName }) => [
    key,
    { displayName, permission: areaOf(key) },
  ]),
)

/** Returns the permission that shows the data of an event; `undefined` for an unknown event, which no one may see. */
export const permissionOfEvent = (key: EventKey | string): string | undefined => PERMISSIONS.get(key)?.permission

/** Returns the display name of an event. */
export const eventName = (key: string): string => PERMISSIONS.get(key)?.displayName ?? key

/** Returns whether the given permissions show the data of an event. */
export const showsEvent = (held: readonly string[], key: string): boolean => {
  const permission = permissionOfEvent(key)
  return permission !== undefined && holdsPermission(held, permission)
}

/** Returns the events whose data the given permissions don't show. */
export const hiddenEvents = (held: readonly string[], keys: readonly string[]): string[] =>
  [...new Set(keys)].filter((key) => !showsEvent(held, key))

/** @throws Refusal 403 that names the first event whose data the caller may not see */
export const assertSeesEvents = async (auth: Auth, keys: readonly string[]): Promise<void> => {
  const { keys: held } = await auth.grants()
  const [hidden] = hiddenEvents(held, keys)
  if (hidden === undefined) return
  throw forbidden(`You don't have permission to see the data of the event “${eventName(hidden)}”`)
}

/** A record that sends the events of an account. */
interface Subscription {
  tenantId: string
  guarantorId: string | null
}

/** Returns whether the member who vouches for a subscription may currently see the data of an event. */
export const isVouchedFor = async (
  ports: Ports,
  { tenantId, guarantorId }: Subscription,
  key: string,
): Promise<boolean> => showsEvent([...(await permissionsOfGuarantor(ports, tenantId, guarantorId))], key)

/** Returns the events of a subscription that aren't sent because its guarantor may not see their data. */
export const pausedOf = async (
  ports: Ports,
  { tenantId, guarantorId }: Subscription,
  eventKeys: readonly string[],
): Promise<PausedEvents> => {
  const guarantor = await guarantorOf(ports, tenantId, guarantorId)
  const pausedEventKeys = hiddenEvents(guarantor?.keys ?? [], eventKeys)
  return { pausedEventKeys, guarantor: await shownGuarantor(ports, guarantor), ...shownLimit(guarantor) }
}

/**
 * Returns who vouches for a subscription after a change, which is the caller if they may see the data of all its
 * events.
 *
 * @throws Refusal 403 when they may not, and the change sends more or elsewhere
 */
export const confirmedBy = async (
  auth: Auth,
  { guarantorId }: Pick<Subscription, 'guarantorId'>,
  { eventKeys, isHarmless }: { eventKeys: readonly string[]; isHarmless: boolean },
): Promise<string | null> => {
  const { keys } = await auth.grants()
  if (hiddenEvents(keys, eventKeys).length === 0) return guarantorIdOf(auth)
  if (!isHarmless) await assertSeesEvents(auth, eventKeys)
  return guarantorId
}
