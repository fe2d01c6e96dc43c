import type { Guaranteed, GuaranteedKind, Interruption, ShownGuarantor } from '../entities/guarantee.ts'
import type { Ignored } from '../entities/wire.ts'
import { ours } from './endpoint.ts'

const GUARANTEES = '/guarantees'

/** Accounts below that have users and no administrator, or lost their last administrator, latest report first. */
export interface AccountsLeftAlone {
  count: number
  /** The first 5 accounts; `at` is when the loss was reported, in ISO 8601, if it was. */
  accounts: { tenantId: string; name: string; at?: string }[]
}

/** A role that is about to get other permissions, to become a default role or none, or to be deleted. */
interface RoleChange {
  kind: 'role'
  id: string
  /** IDs of its permissions after the change. @default they stay; without `isDefault` too, the role is deleted */
  permissionIds?: string[]
  /** Whether it is a default role after the change. @default it stays as it is */
  isDefault?: boolean
}

/** A group that is about to get or lose roles, to lose members, or to be deleted. */
interface GroupChange {
  kind: 'group'
  id: string
  /** IDs of its roles after the change. @default they stay */
  roleIds?: string[]
  /** IDs of the members who leave it. @default they stay; without `roleIds` too, the group is deleted */
  leavingUserIds?: string[]
}

/** Groups are about to give their members no roles anymore, by the configuration of the account's groups. */
interface GroupRolesOff {
  kind: 'group-roles-off'
}

/** A change that can take administrative permissions from members or give them some, before it is saved. */
export type AccessChange = RoleChange | GroupChange | GroupRolesOff

interface Interruptions {
  interruptions: Interruption[]
  /** Empty for a caller who may not see sub-accounts; older backends omit it. */
  leftAlone?: AccountsLeftAlone
  /**
   * Set in a session that doesn't have permissions that its user got after an identity provider signed them in. A proof
   * of the user's own makes them effective.
   */
  isWithheld?: boolean
}

/** Guarantors of what remains in an account after its creator has left or lost permissions. */
export const guarantees = {
  /** Lists what some members vouch for; `userId` has up to 100 IDs, separated by commas. */
  listGuaranteed: ours<{ userId: string }, void, Guaranteed[]>()('GET', GUARANTEES),
  /**
   * Lists what no longer does everything because of its guarantor, or stops soon because their access ends: first what
   * has begun, then by date. Contains the kinds that the caller may confirm, by kind, reason and guarantor. Also lists
   * the accounts below that have no administrator anymore.
   */
  listInterruptions: ours<void, void, Interruptions>()('GET', `${GUARANTEES}/interruptions`),
  /**
   * Lists what up to 100 changes of roles and groups would together interrupt, without making them: records whose
   * guarantors would lose permissions that the records need. `at` is `null`. Names records only of the kinds that the
   * caller may confirm, and guarantors only for a caller who may see users.
   */
  checkAccessChanges: ours<void, { changes: AccessChange[] }, Interruption[]>()('POST', `${GUARANTEES}/checks`),
  /** Makes the caller the guarantor of one thing, which from then on may do at most what the caller may do. */
  confirmGuaranteed: ours<void, { kind: GuaranteedKind; id: string }, void>()('POST', `${GUARANTEES}/confirmations`),
  /**
   * Makes the caller the guarantor of what a member vouches for, of the given kinds or of all, as far as the caller's
   * permissions allow; returns the rest.
   */
  succeedGuarantor: ours<void, { userId: string; kinds?: GuaranteedKind[] }, Guaranteed[]>()(
    'POST',
    `${GUARANTEES}/successions`,
  ),
}

/** Current permissions of an account's token, compared with its roles. */
export interface TokenGuarantee {
  tokenId: string
  /** User who vouches for the token, which never exceeds their permissions; `null` when they left the account. */
  guarantor: ShownGuarantor | null
  /**
   * `reduced`: the guarantor lost permissions that the token's roles have. `stopped`: they left, or their access ended.
   */
  state: 'whole' | 'reduced' | 'stopped'
}

export interface VouchedToken {
  id: string
  description: string
}

/** Tokens of the account that stop when a membership ends. */
export interface VouchedTokens {
  count: number
  /** Tokens; empty for a caller who may not see the account's tokens. */
  tokens: VouchedToken[]
}

/** Guarantors of the account's API tokens. */
export const tokenGuarantors = {
  listTokenGuarantors: ours<void, void, { guarantees: TokenGuarantee[] }>()('GET', `/tenants/api-tokens/guarantors`),
  /**
   * Makes a member vouch for a token from now on.
   *
   * @throws 403 unless the caller may grant the token's roles, 400 unless the member may
   */
  setTokenGuarantor: ours<void, { userId: string }, Ignored>()('PUT', `/tenants/api-tokens/{tokenId}/guarantor`),
  /**
   * Lists the account's tokens that a member vouches for, which are revoked when an administrator removes the member.
   */
  listMemberTokens: ours<void, void, VouchedTokens>()('GET', `/members/{userId}/api-tokens`),
  /**
   * Lists the tokens that the caller vouches for in one of their accounts, which are revoked when the caller leaves it.
   */
  listOwnVouchedTokens: ours<void, void, VouchedTokens>()('GET', `/me/memberships/{tenantId}/api-tokens`),
}
