import type { Records } from './records.ts'

/** Fields of one index, `id` last is implied. Equality fields come first, the sort field last. */
export type IndexFields<Row> = readonly (keyof Row & string)[]

export interface CollectionSchema<Row> {
  /** Field lists whose values may occur once; an absent value counts as a value. */
  unique: readonly IndexFields<Row>[]
  /** Texts sorted and searched without regard to case and accents; only these can be searched. */
  folded: IndexFields<Row>
  indexes: readonly IndexFields<Row>[]
}

/** Declared once: the memory store obeys it and the tables of the database are made from it. */
export const STORE_SCHEMA: { readonly [name in keyof Records]: CollectionSchema<Records[name]> } = {
  tenants: {
    unique: [],
    folded: ['name'],
    indexes: [['parentId', 'name'], ['parentId', 'createdAt'], ['name'], ['alias']],
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
      ['tenantId', 'mfaEnrolled'],
      ['tenantId', 'factor'],
      ['tenantId', 'activated'],
      ['tenantId', 'provider'],
      ['tenantId', 'isBreachedPassword'],
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
  apiTokens: { unique: [['secretHash']], folded: [], indexes: [['tenantId', 'userId', 'createdAt'], ['userId']] },
  ssoConnections: { unique: [], folded: [], indexes: [['tenantId', 'createdAt']] },
  ssoDomains: { unique: [['connectionId', 'domain']], folded: [], indexes: [['domain', 'validated'], ['tenantId']] },
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
    unique: [],
    folded: [],
    indexes: [
      ['tenantId', 'createdAt'],
      ['tenantId', 'severity', 'createdAt'],
      ['tenantId', 'email', 'createdAt'],
      ['tenantId', 'action', 'createdAt'],
      ['userId', 'createdAt'],
    ],
  },
  messages: { unique: [], folded: [], indexes: [['createdAt'], ['to', 'createdAt']] },
  keys: { unique: [], folded: [], indexes: [['kind', 'createdAt']] },
  pictures: { unique: [], folded: [], indexes: [['ownerId']] },
  ipConfigs: { unique: [], folded: [], indexes: [] },
  ipRestrictions: {
    unique: [['tenantId', 'strategy', 'ip']],
    folded: [],
    indexes: [['tenantId', 'strategy', 'createdAt']],
  },
}

/** A search or `contains` on a field that is not `folded` would read the whole table; it fails on every store alike. */
export const assertSearchable = (collection: keyof Records, field: string): void => {
  const folded: readonly string[] = STORE_SCHEMA[collection].folded
  if (!folded.includes(field)) throw new TypeError(`${collection}.${field} is not searchable; see store/schema.ts`)
}
