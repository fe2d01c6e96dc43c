import type { PgTable } from 'drizzle-orm/pg-core'
import type { Records } from '../../store/records.ts'
import { accountLinks, domainRules, pictures, policies, tenants } from './tables/accounts.ts'
import { identities, ssoConnections, ssoDomains } from './tables/federation.ts'
import { ipConfigs, ipRestrictions } from './tables/restrictions.ts'
import { apiTokens, attempts, factors, oauthGrants, oldPasswords, sessions, tickets } from './tables/sign-in.ts'
import { groups, members, permissionCategories, permissions, roles, users } from './tables/team.ts'
import { audits, keys, messages } from './tables/upkeep.ts'

export const TABLES = {
  tenants,
  accountLinks,
  users,
  members,
  roles,
  groups,
  permissions,
  permissionCategories,
  sessions,
  oauthGrants,
  apiTokens,
  ssoConnections,
  ssoDomains,
  identities,
  factors,
  oldPasswords,
  tickets,
  policies,
  domainRules,
  attempts,
  audits,
  messages,
  keys,
  pictures,
  ipConfigs,
  ipRestrictions,
} satisfies Readonly<Record<keyof Records, PgTable>>
