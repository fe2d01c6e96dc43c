import type { EventKey } from '../../../entities/events.ts'

/**
 * Events by category, with the keys that receivers get. The data of each event is described in `entities/events.ts`.
 */
const CATALOG = {
  users: {
    name: 'Users',
    events: {
      'frontegg.user.created': ['User created', 'A user was added to the account for the first time'],
      'frontegg.user.invitedToTenant': ['User invited', 'An administrator invited a user'],
      'frontegg.user.signedUp': ['User signed up', 'A user created an account or joined this one'],
      'frontegg.user.joinedTenant': ['User joined', 'A user joined by an invite link, single sign-on, or a directory'],
      'frontegg.user.activated': ['User activated', 'A user accepted an invitation or verified their email'],
      'frontegg.user.updated': ['User updated', 'The name, roles, or access of a user changed'],
      'frontegg.user.locked': ['User locked', 'Too many failed sign-ins locked a user'],
      'frontegg.user.unlocked': ['User unlocked', 'An administrator unlocked a user'],
      'frontegg.user.removedFromTenant': ['User removed', 'A user was removed from the account'],
      'frontegg.user.deletionRequested': ['User deletion requested', 'A user requested their own deletion'],
      'frontegg.user.deletionCanceled': ['User deletion canceled', 'A user canceled their own deletion'],
      'frontegg.user.deleted': ['User deleted', 'A user left their last account or requested it, and was deleted'],
    },
  },
  authentication: {
    name: 'Authentication',
    events: {
      'frontegg.user.authenticated': ['User signed in', 'A user signed in to the account'],
      'frontegg.user.failedAuthentication': ['Sign-in failed', 'A user entered a wrong password'],
      'frontegg.user.changedPassword': ['Password changed', 'A user changed or reset their password'],
      'frontegg.user.enrolledMFA': ['Second factor added', 'A user added a second factor'],
      'frontegg.user.disabledMFA': ['Second factor removed', 'A user’s second factor was removed'],
    },
  },
  access: {
    name: 'Roles and groups',
    events: {
      'frontegg.role.created': ['Role created', 'A role was created'],
      'frontegg.role.updated': ['Role updated', 'A role or its permissions changed'],
      'frontegg.role.deleted': ['Role deleted', 'A role was deleted'],
      'frontegg.group.created': ['Group created', 'A group was created'],
      'frontegg.group.updated': ['Group updated', 'A group, its roles, or its members changed'],
      'frontegg.group.deleted': ['Group deleted', 'A group was deleted'],
      'frontegg.groupSettings.updated': ['Group settings changed', 'Groups or their roles were turned on or off'],
    },
  },
  invitations: {
    name: 'Invite links',
    events: {
      'frontegg.inviteLink.created': ['Invite link created', 'A link was created that lets users join'],
      'frontegg.inviteLink.updated': ['Invite link changed', 'The link that lets users join changed'],
      'frontegg.inviteLink.deleted': ['Invite link deleted', 'The link that let users join was deleted'],
      'frontegg.inviteLinkSettings.updated': ['Invite link settings changed', 'Invite links were turned on or off'],
    },
  },
  account: {
    name: 'Account and security',
    events: {
      'frontegg.tenant.updated': ['Account settings changed', 'The settings of the account changed'],
      'frontegg.tenant.deletionRequested': ['Account deletion requested', 'The account will be deleted'],
      'frontegg.tenant.deletionCanceled': ['Account deletion canceled', 'The account will not be deleted'],
      'frontegg.loginAlias.updated': ['Login alias changed', 'The login alias of the account changed'],
      'frontegg.loginBox.updated': ['Login box changed', 'The look of the account’s login box changed'],
      'frontegg.temporaryUserSettings.updated': [
        'Temporary user settings changed',
        'Temporary users were turned on or off',
      ],
      'frontegg.securityPolicy.updated': ['Security policy changed', 'A security policy of the account changed'],
      'frontegg.ipRestriction.created': ['IP restriction added', 'An IP address or range was added to a list'],
      'frontegg.ipRestriction.updated': ['IP restriction changed', 'An IP address or range of a list changed'],
      'frontegg.ipRestriction.deleted': ['IP restriction removed', 'An IP address or range was removed from a list'],
      'frontegg.emailDomainRule.created': ['Email domain added', 'An email domain was added to a list'],
      'frontegg.emailDomainRule.deleted': ['Email domain removed', 'An email domain was removed from a list'],
    },
  },
  subAccounts: {
    name: 'Sub-accounts',
    events: {
      'frontegg.subTenant.created': ['Sub-account created', 'A sub-account was created'],
      'frontegg.subTenant.updated': ['Sub-account changed', 'A sub-account was renamed, moved, suspended or resumed'],
      'frontegg.subTenant.deleted': ['Sub-account deleted', 'A sub-account was deleted'],
    },
  },
  sso: {
    name: 'Single sign-on',
    events: {
      'frontegg.ssoConnection.created': ['SSO connection created', 'An SSO connection was created'],
      'frontegg.ssoConnection.updated': [
        'SSO connection changed',
        'The settings or domains of an SSO connection changed',
      ],
      'frontegg.ssoConnection.deleted': ['SSO connection deleted', 'An SSO connection was deleted'],
      'frontegg.ssoEnforcement.updated': ['Required sign-in changed', 'Who must sign in by single sign-on changed'],
    },
  },
  provisioning: {
    name: 'Provisioning',
    events: {
      'frontegg.provisioningConnection.created': ['Provisioning connection created', 'A directory was connected'],
      'frontegg.provisioningConnection.updated': [
        'Provisioning connection changed',
        'The sync or the token of a directory changed',
      ],
      'frontegg.provisioningConnection.deleted': ['Provisioning connection deleted', 'A directory was disconnected'],
      'frontegg.directoryUser.created': ['Directory user added', 'A directory sent a new user'],
      'frontegg.directoryUser.updated': ['Directory user changed', 'A directory changed or deactivated a user'],
      'frontegg.directoryUser.deleted': ['Directory user removed', 'A directory removed a user'],
    },
  },
  tokens: {
    name: 'API tokens',
    events: {
      'frontegg.userApiToken.created': ['Personal API token created', 'A user created a personal API token'],
      'frontegg.userApiToken.deleted': ['Personal API token revoked', 'A user revoked a personal API token'],
      'frontegg.tenantApiToken.created': ['Account API token created', 'An API token of the account was created'],
      'frontegg.tenantApiToken.deleted': ['Account API token revoked', 'An API token of the account was revoked'],
    },
  },
} as const satisfies Record<
  string,
  { name: string; events: Partial<Record<EventKey, readonly [name: string, about: string]>> }
>

/** The part of an account that an event is about. */
export type EventArea = keyof typeof CATALOG

interface CatalogEvent {
  key: string
  displayName: string
  description: string
  categoryId: string
}

interface CatalogCategory {
  id: string
  name: string
  events: CatalogEvent[]
}

export const EVENT_CATALOG: readonly CatalogCategory[] = Object.entries(CATALOG).map(([id, { name, events }]) => ({
  id,
  name,
  events: Object.entries(events).map(([key, [displayName, description]]) => ({
    key,
    displayName,
    description,
    categoryId: id,
  })),
}))

const KEYS = new Set(EVENT_CATALOG.flatMap(({ events }) => events.map(({ key }) => key)))

export const isEventKey = (key: string): key is EventKey => KEYS.has(key)

const AREAS = Object.keys(CATALOG) as EventArea[]

export const areaOfEvent = (key: string): EventArea | undefined => AREAS.find((area) => key in CATALOG[area].events)
