import type { EndpointTable } from '../../contract/endpoint.ts'
import type { FreshWhen, NamedMembers } from '../call/ruled-request.ts'
import type { EventArea } from '../domain/events/catalog.ts'

/**
 * When a call needs proof of the caller's identity that is at most 300 s old.
 *
 * - `always`, or if the function returns true: enforced before the handler runs.
 * - `factor`: required only of users who have a second factor, before they remove a way to sign in. Adding one takes a
 *   proof of everyone, because the caller could prove with it from then on.
 * - `carried`: the request itself carries the proof, such as a password or a code, which the handler verifies.
 */
type Fresh = 'never' | 'always' | 'factor' | 'carried' | FreshWhen

/** The effect on the audit log when the call succeeds: `change` writes a row with the values before and after. */
export type AuditRule =
  | 'change'
  /** No row is written, for this reason. */
  | { silent: string }
  | {
      /** The case in which it may succeed without a row. */
      partly?: string
      /** The reason why its row has no values before and after. */
      withoutChange?: string
    }

interface ReadRules {
  /** The key that administrators need; `null` if none is needed. */
  permission: string | null
  /** The members that it concerns; the caller must not rank below any of them. @default no one */
  rank?: NamedMembers
}

/** Every call that may change something declares all of this. */
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

/** Rules of a change for which a permission is enough: no rank, no fresh proof, and it makes no right effective. */
export const PERMISSION_SUFFICES = { rank: 'none', fresh: 'never', grants: false } as const

/** Rules of a change for which not even a permission is needed. */
export const NEEDS_NO_RIGHTS = { permission: null, ...PERMISSION_SUFFICES } as const

/** The rules of a table of the contract. */
export type RulesOf<Table extends EndpointTable> = {
  readonly [operation in keyof Table]: Table[operation]['method'] extends 'GET' ? ReadRules : ChangeRules
}

export type Rules = ReadRules | ChangeRules

export const isChangeRules = (rules: Rules): rules is ChangeRules => 'fresh' in rules
