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

/** Every call that may change something declares all of this, and only such calls declare `fresh`. */
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

/** Reasons shared by several calls: why they write no audit row, or one without the values before and after. */
export const READS = { silent: 'reads' }
export const BEGINS_SIGN_IN = { silent: 'begins a sign-in, which leaves a row when it ends' }
export const BEGINS_CHANGE = { silent: 'begins a change, which leaves a row when it is verified' }
export const RENEWS_SESSION = {
  silent: 'renews a session whose beginning left a row; a stolen token that is used again leaves one',
}
export const OWN_BELL = { silent: 'only what a user keeps in their own bell' }

export const SIGNS_IN = { withoutChange: 'a sign-in; its row is the record' }
export const SIGNS_IN_WITH_FACTOR = { ...SIGNS_IN, partly: 'a second factor is still missing; the row comes with it' }
export const ENDS_SESSION = { withoutChange: 'the end of a session; its row is the record' }
export const CHANGES_FACTOR = {
  withoutChange: 'a factor is added or removed, which the action and the description name',
}
export const SENDS_MESSAGE = { withoutChange: 'sends a message and changes nothing' }
export const CONFIRMS = {
  withoutChange: 'a link or a code settles it; the row names the account or the recipient',
}
export const CHANGES_PHONE = {
  withoutChange: 'the phone of a user; the description names the change, and the number is private',
}
export const DELETES = {
  withoutChange: 'begins or ends a deletion, or ends a membership; the action says which',
}
export const SECRET = { withoutChange: 'a secret; neither value may be logged' }
export const TESTS = { withoutChange: 'reads the log or runs a test, and changes nothing' }
export const AT_PROVIDER = { withoutChange: 'begins a change at the payment provider' }
export const TOO_LARGE = { withoutChange: 'a picture, or state of a page, too large for the log' }
