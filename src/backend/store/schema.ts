import type { Records } from './records.ts'

/** Fields of one index; `id` is implied as the last one. Equality fields are first, the sort field is last. */
type IndexFields<Row> = readonly (keyof Row & string)[]

interface CollectionSchema<Row> {
  /** Field lists whose combined values must be unique; an absent value counts as a value. */
  unique: readonly IndexFields<Row>[]
  /** Texts that are sorted and searched without regard to case and accents; only these can be searched. */
  folded: IndexFields<Row>
  indexes: readonly IndexFields<Row>[]
}

/** The memory store follows this declaration, and the database tables are created from it. */
export const STORE_SCHEMA: { readonly [name in keyof Records]: CollectionSchema<Records[name]> } = {
  tenants: {
    unique: [],
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
  permissionCategories: { unique: [['name']], folded: [], indexes: [] },
  sessions: { unique: [], folded: [], indexes: [['userId', 'createdAt'], ['tenantId'], ['expiresAt']] },
  oauthGrants: { unique: [], folded: [], indexes: [['sessionId'], ['expiresAt']] },
  oauthClients: { unique: [], folded: [], indexes: [] },
  apiTokens: { unique: [['secretHash']], folded: [], indexes: [['tenantId', 'userId', 'createdAt'], ['userId']] },
  ssoConnections: { unique: [], folded: [], indexes: [['tenantId', 'createdAt']] },
  ssoDomains: { unique: [['connectionId', 'domain']], folded: [], indexes: [['domain', 'validated'], ['tenantId']] },
  ssoSetups: { unique: [], folded: [], indexes: [['tenantId']] },
  ssoFailures: { unique: [], folded: [], indexes: [['connectionId', 'createdAt'], ['createdAt']] },
  samlSettings: { unique: [], folded: [], indexes: [['tenantId']] },
  samlKeys: { unique: [], folded: [], indexes: [['tenantId', 'createdAt']] },
  samlSessions: {
    unique: [],
    folded: [],
    indexes: [['connectionId', 'nameId'], ['tenantId'], ['expiresAt']],
  },
  identities: { unique: [['provider', 'subject']], folded: [], indexes: [['userId']] },
  factors: { unique: [], folded: [], indexes: [['userId', 'kind'], ['credentialId']] },
  oldPasswords: { unique: [], folded: [], indexes: [['userId', 'createdAt']] },
  tickets: {
    unique: [['tokenHash']],
    folded: [],
    indexes: [['userId', 'purpose'], ['tenantId', 'purpose'], ['expiresAt']],
  },
  policies: { unique: [['tenantId', 'kind']], folded: [], indexes: [] },
  domainRules: { unique: [['tenantId', 'type', 'domain']], folded: [], indexes: [] },
  attempts: { unique: [], folded: [], indexes: [['windowEndsAt']] },
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
  auditHeads: { unique: [], folded: [], indexes: [] },
  auditCheckpoints: { unique: [['tenantId', 'seq']], folded: [], indexes: [] },
  auditTallies: { unique: [], folded: [], indexes: [['tenantId', 'hour']] },
  messages: { unique: [], folded: [], indexes: [['createdAt'], ['to', 'createdAt']] },
  outgoingMails: { unique: [], folded: [], indexes: [['isAwaited', 'nextTryAt']] },
  keys: { unique: [], folded: [], indexes: [['kind', 'createdAt']] },
  pictures: { unique: [], folded: [], indexes: [['ownerId']] },
  deletions: { unique: [], folded: [], indexes: [['dueAt']] },
  ipConfigs: { unique: [], folded: [], indexes: [] },
  ipRestrictions: {
    unique: [['tenantId', 'strategy', 'ip']],
    folded: [],
    indexes: [['tenantId', 'strategy', 'createdAt']],
  },
  events: {
    unique: [],
    folded: [],
    indexes: [['tenantId', 'recordId', 'position'], ['tenantId', 'createdAt'], ['createdAt']],
  },
  webhooks: { unique: [], folded: [], indexes: [['tenantId', 'createdAt']] },
  deliveries: {
    unique: [['webhookId', 'eventId', 'target']],
    folded: [],
    indexes: [['state', 'nextAttemptAt'], ['lane', 'state', 'position'], ['createdAt']],
  },
  webhookLogs: {
    unique: [],
    folded: [],
    indexes: [['webhookId', 'createdAt'], ['tenantId', 'createdAt'], ['createdAt']],
  },
  messageRecipients: { unique: [['tenantId', 'channel', 'target']], folded: [], indexes: [] },
  channelConfigs: { unique: [['tenantId', 'channel', 'eventKey']], folded: [], indexes: [['tenantId', 'eventKey']] },
  slackInstallations: { unique: [['tenantId']], folded: [], indexes: [] },
  slackSubscriptions: { unique: [], folded: [], indexes: [['tenantId', 'createdAt']] },
  reportSchedules: { unique: [['tenantId', 'templateId']], folded: [], indexes: [['isActive', 'nextRunAt']] },
  notificationStates: {
    unique: [['userId', 'eventId']],
    folded: [],
    indexes: [['userId', 'tenantId'], ['createdAt']],
  },
  directoryConnections: { unique: [['tokenHash']], folded: [], indexes: [['tenantId', 'createdAt']] },
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
  directoryMemberships: {
    unique: [['groupId', 'userId']],
    folded: [],
    indexes: [['groupId'], ['userId'], ['connectionId']],
  },
  usage: { unique: [['tenantId', 'featureKey', 'day']], folded: [], indexes: [['tenantId', 'day'], ['day']] },
  usageKeys: { unique: [['tenantId', 'key']], folded: [], indexes: [['createdAt']] },
  billingAccounts: { unique: [['tenantId']], folded: [], indexes: [['customerId']] },
}

/**
 * Throws for a search or `contains` on a field that is not `folded`, which would read the whole table. It fails on
 * every store alike.
 */
export const assertSearchable = (collection: keyof Records, field: string): void => {
  const folded: readonly string[] = STORE_SCHEMA[collection].folded
  if (!folded.includes(field)) throw new TypeError(`${collection}.${field} is not searchable; see store/schema.ts`)
}
