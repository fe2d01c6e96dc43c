import type { AccountsRecords } from './records/accounts.ts'
import type { AuditsRecords } from './records/audits.ts'
import type { BillingRecords } from './records/billing.ts'
import type { ChannelsRecords } from './records/channels.ts'
import type { DirectoryRecords } from './records/directory.ts'
import type { EventsRecords } from './records/events.ts'
import type { FederationRecords } from './records/federation.ts'
import type { SignInRecords } from './records/sign-in.ts'
import type { TeamRecords } from './records/team.ts'
import type { UpkeepRecords } from './records/upkeep.ts'

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
 * The records of the store, by collection. Times are milliseconds since the epoch; absent values are `null`, so that they
 * can be queried.
 */
export interface Records
  extends AccountsRecords,
    AuditsRecords,
    BillingRecords,
    ChannelsRecords,
    DirectoryRecords,
    EventsRecords,
    FederationRecords,
    SignInRecords,
    TeamRecords,
    UpkeepRecords {}
