import type {
  AccountLinkRecord,
  DeletionRecord,
  DomainRuleRecord,
  IpConfigRecord,
  IpRestrictionRecord,
  PictureRecord,
  PolicyRecord,
  TenantRecord,
} from './records/accounts.ts'
import type { AuditCheckpointRecord, AuditHeadRecord, AuditRecord, AuditTallyRecord } from './records/audits.ts'
import type { BillingAccountRecord, UsageKeyRecord, UsageRecord } from './records/billing.ts'
import type {
  ChannelConfigRecord,
  MessageRecipientRecord,
  NotificationStateRecord,
  ReportScheduleRecord,
  SlackInstallationRecord,
  SlackSubscriptionRecord,
} from './records/channels.ts'
import type {
  DirectoryConnectionRecord,
  DirectoryGroupRecord,
  DirectoryMembershipRecord,
  DirectoryUserRecord,
} from './records/directory.ts'
import type { DeliveryRecord, EventRecord, WebhookLogRecord, WebhookRecord } from './records/events.ts'
import type {
  IdentityRecord,
  SamlKeyRecord,
  SamlSessionRecord,
  SamlSettingsRecord,
  SsoConnectionRecord,
  SsoDomainRecord,
  SsoFailureRecord,
  SsoSetupRecord,
} from './records/federation.ts'
import type {
  ApiTokenRecord,
  AttemptRecord,
  FactorRecord,
  OauthClientRecord,
  OauthGrantRecord,
  OldPasswordRecord,
  SessionRecord,
  TicketRecord,
} from './records/sign-in.ts'
import type {
  GroupRecord,
  MemberRecord,
  PermissionCategoryRecord,
  PermissionRecord,
  RoleRecord,
  UserRecord,
} from './records/team.ts'
import type { KeyRecord, MessageRecord, OutgoingMailRecord } from './records/upkeep.ts'

export type * from './records/accounts.ts'
export type * from './records/audits.ts'
export type * from './records/billing.ts'
export type * from './records/channels.ts'
export type * from './records/directory.ts'
export type * from './records/events.ts'
export type * from './records/federation.ts'
export type * from './records/sign-in.ts'
export type * from './records/team.ts'
export type * from './records/upkeep.ts'

/**
 * The records of the store. Times are milliseconds since the epoch; absent values are `null`, so that they can be
 * queried.
 */
export interface Records {
  tenants: TenantRecord
  accountLinks: AccountLinkRecord
  users: UserRecord
  members: MemberRecord
  roles: RoleRecord
  groups: GroupRecord
  permissions: PermissionRecord
  permissionCategories: PermissionCategoryRecord
  sessions: SessionRecord
  oauthGrants: OauthGrantRecord
  oauthClients: OauthClientRecord
  apiTokens: ApiTokenRecord
  ssoConnections: SsoConnectionRecord
  ssoDomains: SsoDomainRecord
  ssoSetups: SsoSetupRecord
  ssoFailures: SsoFailureRecord
  samlSettings: SamlSettingsRecord
  samlKeys: SamlKeyRecord
  samlSessions: SamlSessionRecord
  identities: IdentityRecord
  factors: FactorRecord
  oldPasswords: OldPasswordRecord
  tickets: TicketRecord
  policies: PolicyRecord
  domainRules: DomainRuleRecord
  attempts: AttemptRecord
  audits: AuditRecord
  auditHeads: AuditHeadRecord
  auditCheckpoints: AuditCheckpointRecord
  auditTallies: AuditTallyRecord
  messages: MessageRecord
  outgoingMails: OutgoingMailRecord
  keys: KeyRecord
  pictures: PictureRecord
  deletions: DeletionRecord
  ipConfigs: IpConfigRecord
  ipRestrictions: IpRestrictionRecord
  events: EventRecord
  webhooks: WebhookRecord
  deliveries: DeliveryRecord
  webhookLogs: WebhookLogRecord
  channelConfigs: ChannelConfigRecord
  messageRecipients: MessageRecipientRecord
  slackInstallations: SlackInstallationRecord
  slackSubscriptions: SlackSubscriptionRecord
  reportSchedules: ReportScheduleRecord
  notificationStates: NotificationStateRecord
  directoryConnections: DirectoryConnectionRecord
  directoryUsers: DirectoryUserRecord
  directoryGroups: DirectoryGroupRecord
  directoryMemberships: DirectoryMembershipRecord
  billingAccounts: BillingAccountRecord
  usage: UsageRecord
  usageKeys: UsageKeyRecord
}
