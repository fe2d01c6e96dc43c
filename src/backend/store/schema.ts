import type { Records } from './records.ts'

/** Fields of one index; `id` is implied as the last one. Equality fields are first, the sort field is last. */
type IndexFields<Row> = readonly (keyof Row & string)[]

/** A property is left out if the collection has nothing of its kind. */
interface CollectionSchema<Row> {
  /** Field lists whose combined values must be unique; an absent value counts as a value. */
  unique?: readonly IndexFields<Row>[]
  /** Texts that are sorted and searched without regard to case and accents; only these can be searched. */
  folded?: IndexFields<Row>
  indexes?: readonly IndexFields<Row>[]
}

/** The memory store follows this declaration, and the database tables are created from it. */
export const STORE_SCHEMA: { readonly [name in keyof Records]: CollectionSchema<Records[name]> } = {
  tenants: {
    folded: ['name'],
    indexes: [['parentId', 'name'], ['parentId', 'createdAt'], ['name'], ['alias'], ['founderId']],
  },
  accountLinks: {
    unique: [['ancestorId', 'tenantId']],
    folded: ['name'],
    indexes: [
      ['tenantId', 'depth'],
      ['ancestorId', 'name'],
      ['ancestorId', 'createdAt'],
      ['ancestorId', 'tenantId'],
      ['ancestorId', 'depth', 'name'],
      ['ancestorId', 'depth', 'createdAt'],
      ['ancestorId', 'depth', 'tenantId'],
    ],
  },
  users: { unique: [['email']], folded: ['email', 'name'], indexes: [['isBreachedPassword'], ['tenantId']] },
  members: {
    unique: [['tenantId', 'userId']],
    folded: ['email', 'name', 'roleIds', 'groupIds'],
    indexes: [
      ['userId'],
      ['tenantId'],
      ['tenantId', 'name'],
      ['tenantId', 'email'],
      ['tenantId', 'createdAt'],
      ['tenantId', 'lastLogin'],
      ['tenantId', 'verified'],
      ['tenantId', 'isLocked'],
      ['tenantId', 'mfaEnrolled', 'name'],
      ['tenantId', 'factor', 'name'],
      ['tenantId', 'provider'],
      ['directoryId'],
    ],
  },
  roles: { unique: [['tenantId', 'key']], folded: ['name'], indexes: [['tenantId', 'name']] },
  groups: {
    unique: [['tenantId', 'name']],
    folded: ['name', 'roleIds'],
    indexes: [
      ['tenantId', 'name'],
      ['tenantId', 'createdAt'],
    ],
  },
  permissions: { unique: [['key']], folded: ['name'], indexes: [['categoryId']] },
  permissionCategories: { unique: [['name']] },
  sessions: { indexes: [['userId', 'createdAt'], ['tenantId'], ['expiresAt']] },
  oauthGrants: { indexes: [['sessionId'], ['expiresAt']] },
  oauthClients: {},
  apiTokens: { unique: [['secretHash']], indexes: [['tenantId', 'userId', 'createdAt'], ['userId']] },
  ssoConnections: { indexes: [['tenantId', 'createdAt']] },
  ssoDomains: { unique: [['connectionId', 'domain']], indexes: [['domain', 'validated'], ['tenantId']] },
  ssoSetups: { indexes: [['tenantId']] },
  ssoFailures: { indexes: [['connectionId', 'createdAt'], ['createdAt']] },
  samlSettings: { indexes: [['tenantId']] },
  samlKeys: { indexes: [['tenantId', 'createdAt']] },
  samlSessions: { indexes: [['connectionId', 'nameId'], ['tenantId'], ['expiresAt']] },
  identities: { unique: [['provider', 'subject']], indexes: [['userId']] },
  factors: { indexes: [['userId', 'kind'], ['credentialId']] },
  oldPasswords: { indexes: [['userId', 'createdAt']] },
  tickets: { unique: [['tokenHash']], indexes: [['userId', 'purpose'], ['tenantId', 'purpose'], ['expiresAt']] },
  policies: { unique: [['tenantId', 'kind']] },
  domainRules: { unique: [['tenantId', 'type', 'domain']] },
  attempts: { indexes: [['windowEndsAt']] },
  audits: {
    unique: [['tenantId', 'seq']],
    folded: ['searchText'],
    indexes: [
      ['tenantId', 'createdAt'],
      ['tenantId', 'severity', 'createdAt'],
      ['tenantId', 'email', 'createdAt'],
      ['tenantId', 'action', 'createdAt'],
      ['tenantId', 'ip', 'createdAt'],
      ['userId', 'createdAt'],
    ],
  },
  auditHeads: {},
  auditCheckpoints: { unique: [['tenantId', 'seq']] },
  auditTallies: { indexes: [['tenantId', 'hour']] },
  messages: { indexes: [['createdAt'], ['to', 'createdAt']] },
  outgoingMails: { indexes: [['isAwaited', 'nextTryAt']] },
  keys: { indexes: [['kind', 'createdAt']] },
  pictures: { indexes: [['ownerId']] },
  deletions: { indexes: [['dueAt']] },
  ipConfigs: {},
  ipRestrictions: { unique: [['tenantId', 'strategy', 'ip']], indexes: [['tenantId', 'strategy', 'createdAt']] },
  events: { indexes: [['tenantId', 'recordId', 'position'], ['tenantId', 'createdAt'], ['createdAt']] },
  webhooks: { indexes: [['tenantId', 'createdAt']] },
  deliveries: {
    unique: [['webhookId', 'eventId', 'target']],
    indexes: [['state', 'nextAttemptAt'], ['lane', 'state', 'position'], ['createdAt']],
  },
  webhookLogs: { indexes: [['webhookId', 'createdAt'], ['tenantId', 'createdAt'], ['createdAt']] },
  messageRecipients: { unique: [['tenantId', 'channel', 'target']] },
  channelConfigs: { unique: [['tenantId', 'channel', 'eventKey']], indexes: [['tenantId', 'eventKey']] },
  slackInstallations: { unique: [['tenantId']] },
  slackSubscriptions: { indexes: [['tenantId', 'createdAt']] },
  reportSchedules: { unique: [['tenantId', 'templateId']], indexes: [['isActive', 'nextRunAt']] },
  notificationStates: { unique: [['userId', 'eventId']], indexes: [['userId', 'tenantId'], ['createdAt']] },
  directoryConnections: { unique: [['tokenHash']], indexes: [['tenantId', 'createdAt']] },
  directoryUsers: {
    unique: [['connectionId', 'userNameKey']],
    folded: ['searchText'],
    indexes: [
      ['memberId'],
      ['connectionId'],
      ['connectionId', 'userNameKey'],
      ['connectionId', 'externalIdKey'],
      ['connectionId', 'displayNameKey'],
      ['connectionId', 'givenNameKey'],
      ['connectionId', 'familyNameKey'],
      ['connectionId', 'active'],
      ['connectionId', 'createdAt'],
      ['connectionId', 'updatedAt'],
    ],
  },
  directoryGroups: {
    unique: [['connectionId', 'displayNameKey']],
    folded: ['searchText'],
    indexes: [
      ['connectionId'],
      ['connectionId', 'displayNameKey'],
      ['connectionId', 'externalIdKey'],
      ['connectionId', 'createdAt'],
      ['connectionId', 'updatedAt'],
    ],
  },
  directoryMemberships: { unique: [['groupId', 'userId']], indexes: [['groupId'], ['userId'], ['connectionId']] },
  usage: { unique: [['tenantId', 'featureKey', 'day']], indexes: [['tenantId', 'day'], ['day']] },
  usageKeys: { unique: [['tenantId', 'key']], indexes: [['createdAt']] },
  billingAccounts: { unique: [['tenantId']], indexes: [['customerId']] },
}

/** Returns the declaration of a collection, with empty lists for what it lacks. */
export const schemaOf = (name: keyof Records): Required<CollectionSchema<Record<string, unknown>>> => ({
  unique: [],
  folded: [],
  indexes: [],
  ...STORE_SCHEMA[name],
})

/**
 * Throws for a search or `contains` on a field that is not `folded`, which would read the whole table. It fails on
 * every store alike.
 */
export const assertSearchable = (collection: keyof Records, field: string): void => {
  if (!schemaOf(collection).folded.includes(field))
    throw new TypeError(`${collection}.${field} is not searchable; see store/schema.ts`)
}
