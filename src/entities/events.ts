import type { ListType } from './policies.ts'

/** A user in the data of events. */
export interface EventUser {
  id: string
  email: string
  name: string
}

interface OfUser {
  user: EventUser
}

interface OfRole {
  role: { id: string; key: string; name: string }
}

interface OfGroup {
  group: { id: string; name: string }
}

interface OfTenant {
  tenant: { id: string; name: string }
}

interface OfTenantDeletion extends OfTenant {
  /** Time of the deletion, or of one that was canceled. */
  deletesAt: string
}

interface OfUserDeletion extends OfUser {
  /** Time of the deletion, or of one that was canceled. */
  deletesAt: string
}

interface OfApiToken {
  /** `userId` is `null` for tokens of the account. */
  apiToken: { id: string; userId: string | null; description: string }
}

interface OfSsoConnection {
  ssoConnection: { id: string; type: string; enabled: boolean }
}

interface OfSubTenant {
  subTenant: { id: string; name: string; parentId: string | null }
}

interface OfIpRestrictions {
  /** `rules` lists the first 50 of `count` rules. */
  ipRestrictions: { count: number; rules: { ip: string; strategy: ListType; isActive: boolean }[] }
}

interface OfEmailDomainRules {
  /** `domains` lists the first 100 of `count` domains. */
  emailDomainRules: { type: ListType; count: number; domains: string[] }
}

interface OfInviteLink {
  /** The token is omitted, because it lets its reader join. */
  inviteLink: { id: string; expires: string }
}

interface OfProvisioningConnection {
  provisioningConnection: { id: string; name: string; source: string; syncToUserManagement: boolean }
}

interface OfDirectoryUser {
  /** `memberId` is `null` while the connection does not sync to the users of the account. */
  directoryUser: {
    id: string
    connectionId: string
    email: string
    name: string
    active: boolean
    memberId: string | null
  }
}

/** Data of each event besides `eventKey` and `eventContext`. It contains no secrets. */
export interface EventData {
  'frontegg.user.created': OfUser
  'frontegg.user.invitedToTenant': OfUser
  'frontegg.user.signedUp': OfUser
  'frontegg.user.joinedTenant': OfUser
  'frontegg.user.activated': OfUser
  'frontegg.user.updated': OfUser
  'frontegg.user.locked': OfUser
  'frontegg.user.unlocked': OfUser
  'frontegg.user.removedFromTenant': OfUser
  'frontegg.user.deletionRequested': OfUserDeletion
  'frontegg.user.deletionCanceled': OfUserDeletion
  'frontegg.user.deleted': OfUser
  'frontegg.user.authenticated': OfUser
  'frontegg.user.failedAuthentication': Partial<OfUser>
  'frontegg.user.changedPassword': OfUser
  'frontegg.user.enrolledMFA': OfUser
  'frontegg.user.disabledMFA': OfUser
  'frontegg.role.created': OfRole
  'frontegg.role.updated': OfRole
  'frontegg.role.deleted': OfRole
  'frontegg.group.created': OfGroup
  'frontegg.group.updated': OfGroup
  'frontegg.group.deleted': OfGroup
  'frontegg.groupSettings.updated': { groupSettings: { enabled: boolean; rolesEnabled: boolean } }
  'frontegg.inviteLink.created': OfInviteLink
  'frontegg.inviteLink.updated': OfInviteLink
  'frontegg.inviteLink.deleted': OfInviteLink
  'frontegg.inviteLinkSettings.updated': {
    inviteLinkSettings: { tenantInvitationsAllowed: boolean; emailsEnabled: boolean }
  }
  'frontegg.tenant.updated': OfTenant
  'frontegg.tenant.deletionRequested': OfTenantDeletion
  'frontegg.tenant.deletionCanceled': OfTenantDeletion
  /** `alias` is `null` when the account has none. */
  'frontegg.loginAlias.updated': { loginAlias: { alias: string | null } }
  /** `fields` are the paths of changed fields, such as `loginBox/logo/image`. */
  'frontegg.loginBox.updated': { loginBox: { fields: string[] } }
  'frontegg.temporaryUserSettings.updated': { temporaryUserSettings: { enabled: boolean } }
  'frontegg.securityPolicy.updated': { policy: { kind: string } }
  'frontegg.ipRestriction.created': OfIpRestrictions
  'frontegg.ipRestriction.updated': OfIpRestrictions
  'frontegg.ipRestriction.deleted': OfIpRestrictions
  'frontegg.emailDomainRule.created': OfEmailDomainRules
  'frontegg.emailDomainRule.deleted': OfEmailDomainRules
  'frontegg.subTenant.created': OfSubTenant
  'frontegg.subTenant.updated': OfSubTenant
  'frontegg.subTenant.deleted': OfSubTenant
  'frontegg.ssoConnection.created': OfSsoConnection
  'frontegg.ssoConnection.updated': OfSsoConnection
  'frontegg.ssoConnection.deleted': OfSsoConnection
  'frontegg.ssoEnforcement.updated': OfSsoConnection & {
    ssoEnforcement: { enforced: boolean; exemptUserIds: string[] }
  }
  'frontegg.provisioningConnection.created': OfProvisioningConnection
  'frontegg.provisioningConnection.updated': OfProvisioningConnection
  'frontegg.provisioningConnection.deleted': OfProvisioningConnection
  'frontegg.directoryUser.created': OfDirectoryUser
  'frontegg.directoryUser.updated': OfDirectoryUser
  'frontegg.directoryUser.deleted': OfDirectoryUser
  'frontegg.userApiToken.created': OfApiToken
  'frontegg.userApiToken.deleted': OfApiToken
  'frontegg.tenantApiToken.created': OfApiToken
  'frontegg.tenantApiToken.deleted': OfApiToken
}

export type EventKey = keyof EventData

/**
 * JSON body of a webhook. The header `webhook-id` is `eventContext.eventId`; a repeated delivery has the same one.
 *
 * @example
 * const nameOf = (event: WebhookEvent) => (event.eventKey === 'frontegg.user.created' ? event.user.name : undefined)
 */
export type WebhookEvent = {
  [Key in EventKey]: {
    eventKey: Key
    eventContext: {
      eventId: string
      vendorId: string
      tenantId: string
      /** User who caused the event; `null` if none was signed in. */
      userId: string | null
      /** Time in ISO 8601. */
      createdAt: string
    }
  } & EventData[Key]
}[EventKey]
