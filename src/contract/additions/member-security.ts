import type { Session } from '../../entities/policies.ts'
import type { WireDate } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'
import type { MemberFactor } from './members.ts'

/** A second factor of a member, as shown to their administrators. */
export interface MemberDevice {
  id: string
  kind: Exclude<MemberFactor, 'none'>
  /** Name that the owner chose; empty until then. */
  name: string
  createdAt: WireDate
  lastUsedAt: WireDate | null
}

export interface MemberSecurity {
  /** Second factors; empty when the user also belongs to other accounts. */
  devices: MemberDevice[]
  /** Sessions in this account, newest first. */
  sessions: Session[]
  /** Whether the user belongs to this account only, so that its administrators may change their second factors. */
  isManagedHere: boolean
}

/** Figures of the account; each is the total of the list with the filter it names. */
export interface MemberFigures {
  /** Number of members with the status `invited`. */
  pendingInvitations: number
  /** Number of members with the preset `mfa-unenrolled`. */
  withoutSecondFactor: number
  /** Number of members with one of `administratorRoleIds`. */
  administrators: number
  /** IDs of the highest-ranking roles that may change the roles of users. */
  administratorRoleIds: string[]
  /** Number of members with the preset `joined-this-week`. */
  joinedThisWeek: number
  /** Start of the period: members added since then count as joined this week. */
  weekBegan: WireDate
}

const MEMBERS = '/identity/resources/fe/v1/members'

export const memberSecurity = {
  /** Returns second factors and sessions of a member who has joined; needs the permission to change users. */
  getMemberSecurity: endpoint<void, void, MemberSecurity>()('GET', `${MEMBERS}/{userId}/security`),
  /** Removes all second factors and the recovery code of a member; refused for users of several accounts. */
  resetMemberMfa: endpoint<void, void, { count: number }>()('DELETE', `${MEMBERS}/{userId}/mfa`),
  getMemberFigures: endpoint<void, void, MemberFigures>()('GET', `${MEMBERS}/figures`),
}
