import type { EndpointTable } from '../../contract/endpoint.ts'
import type { FreshWhen, NamedMembers } from '../call/ruled-request.ts'
import type { EventArea } from '../domain/events/catalog.ts'

/**
 * When the caller proves again that it's them, at most 300 s ago.
 *
 * - `always`, or when the function returns true: enforced before the handler runs.
 * - `factor`: only users who have a second factor, before they change how they sign in.
 * - `handler`: the handler asks, because only it knows what would change or because the request carries the proof.
 */
type Fresh = 'never' | 'always' | 'factor' | 'handler' | FreshWhen

/** What the audit log shows after the call succeeded: `change` is a row with what held before and what holds now. */
export type AuditRule =
  | 'change'
  /** There is no row, for this reason. */
  | { silent: string }
  | {
      /** When it may succeed without a row. */
      partly?: string
      /** Why its row shows neither what held before nor what holds now. */
      withoutChange?: string
    }

interface ReadRules {
  /** The key that administrators need; `null` where none is needed. */
  permission: string | null
  /** The members it is about, whom the caller must not rank below. @default no one */
  rank?: NamedMembers
}

/** Every call that may change something decides all of this. */
export interface ChangeRules {
  permission: string | null
  rank: 'none' | NamedMembers
  fresh: Fresh
  audit: AuditRule
  /** Whether it can make a role or permission effective. */
  grants: boolean
  /** The subject of the events that it records. */
  events: readonly EventArea[]
}

/** The rules of a table of the contract. */
export type RulesOf<Table extends EndpointTable> = {
  readonly [operation in keyof Table]: Table[operation]['method'] extends 'GET' ? ReadRules : ChangeRules
}

export type Rules = ReadRules | ChangeRules

export const isChangeRules = (rules: Rules): rules is ChangeRules => 'fresh' in rules
