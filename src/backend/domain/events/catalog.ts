/** Events by category; receivers know the keys. */
const CATALOG = {
  users: {
    name: 'Users',
    events: {
      'frontegg.user.created': ['User created', 'A user was added to the account for the first time'],
      'frontegg.user.invitedToTenant': ['User invited', 'An administrator invited a user'],
      'frontegg.user.signedUp': ['User signed up', 'A user created an account or joined this one'],
      'frontegg.user.activated': ['User activated', 'A user accepted an invitation or verified their email'],
      'frontegg.user.updated': ['User updated', 'The name or the roles of a user changed'],
      'frontegg.user.locked': ['User locked', 'Too many failed sign-ins locked a user'],
      'frontegg.user.unlocked': ['User unlocked', 'An administrator unlocked a user'],
      'frontegg.user.removedFromTenant': ['User removed', 'A user was removed from the account'],
      'frontegg.user.deleted': ['User deleted', 'A user left their last account and was deleted'],
    },
  },
  authentication: {
    name: 'Authentication',
    events: {
      'frontegg.user.authenticated': ['User signed in', 'A user signed in to the account'],
      'frontegg.user.failedAuthentication': ['Sign-in failed', 'A user entered a wrong password'],
      'frontegg.user.changedPassword': ['Password changed', 'A user changed or reset their password'],
      'frontegg.user.enrolledMFA': ['MFA enrolled', 'A user added a second factor'],
      'frontegg.user.disabledMFA': ['MFA disabled', 'A user’s second factor was removed'],
    },
  },
  access: {
    name: 'Roles and groups',
    events: {
      'frontegg.role.created': ['Role created', 'A role was created'],
      'frontegg.role.updated': ['Role updated', 'A role or its permissions changed'],
      'frontegg.role.deleted': ['Role deleted', 'A role was deleted'],
      'frontegg.group.created': ['Group created', 'A group was created'],
      'frontegg.group.updated': ['Group updated', 'A group, its roles or its members changed'],
      'frontegg.group.deleted': ['Group deleted', 'A group was deleted'],
    },
  },
  account: {
    name: 'Account and security',
    events: {
      'frontegg.tenant.updated': ['Account settings changed', 'The settings of the account changed'],
      'frontegg.securityPolicy.updated': ['Security policy changed', 'A security policy of the account changed'],
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
} as const satisfies Record<string, { name: string; events: Record<string, readonly [name: string, about: string]> }>

type Categories = typeof CATALOG
export type EventKey = { [id in keyof Categories]: keyof Categories[id]['events'] }[keyof Categories]

export interface CatalogEvent {
  key: string
  displayName: string
  description: string
  categoryId: string
}

export interface CatalogCategory {
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
