import type { PgTable } from 'drizzle-orm/pg-core'
import type { Records } from '../../store/records.ts'
import { accountLinks, deletions, domainRules, pictures, policies, tenants } from './tables/accounts.ts'
import { auditCheckpoints, auditHeads, audits, auditTallies } from './tables/audits.ts'
import { billingAccounts, usage, usageKeys } from './tables/billing.ts'
import {
  channelConfigs,
  messageRecipients,
  notificationStates,
  reportSchedules,
  slackInstallations,
  slackSubscriptions,
} from './tables/channels.ts'
import { directoryConnections, directoryGroups, directoryMemberships, directoryUsers } from './tables/directory.ts'
import { deliveries, events, webhookLogs, webhooks } from './tables/events.ts'
import {
  identities,
  samlKeys,
  samlSessions,
  samlSettings,
  ssoConnections,
  ssoDomains,
  ssoFailures,
  ssoSetups,
} from './tables/federation.ts'
import { ipConfigs, ipRestrictions } from './tables/restrictions.ts'
import {
  apiTokens,
  attempts,
  factors,
  oauthClients,
  oauthGrants,
  oldPasswords,
  sessions,
  tickets,
} from './tables/sign-in.ts'
import { groups, members, permissionCategories, permissions, roles, users } from './tables/team.ts'
import { keys, messages, outgoingMails } from './tables/upkeep.ts'

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
  oauthClients,
  apiTokens,
  ssoConnections,
  ssoDomains,
  ssoSetups,
  ssoFailures,
  samlSettings,
  samlKeys,
  samlSessions,
  identities,
  factors,
  oldPasswords,
  tickets,
  policies,
  domainRules,
  attempts,
  audits,
  auditHeads,
  auditCheckpoints,
  auditTallies,
  messages,
  outgoingMails,
  keys,
  pictures,
  deletions,
  ipConfigs,
  ipRestrictions,
  events,
  webhooks,
  deliveries,
  webhookLogs,
  channelConfigs,
  messageRecipients,
  slackInstallations,
  slackSubscriptions,
  reportSchedules,
  notificationStates,
  directoryConnections,
  directoryUsers,
  directoryGroups,
  directoryMemberships,
  billingAccounts,
  usage,
  usageKeys,
} satisfies Readonly<Record<keyof Records, PgTable>>
