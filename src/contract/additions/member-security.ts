import type { Session } from '../../entities/policies.ts'
import type { WireDate } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'
import type { MemberFactor } from './members.ts'

/** A second factor of a member, as their administrators see it. */
export interface MemberDevice {
  id: string
  kind: Exclude<MemberFactor, 'none'>
  /** Given by its owner; empty until then. */
  name: string
  createdAt: WireDate
  lastUsedAt: WireDate | null
}

export interface MemberSecurity {
  /** Empty when the user also belongs to other accounts. */
  devices: MemberDevice[]
  /** Sessions in this account, the newest first. */
  sessions: Session[]
  /** The user belongs to this account alone, so that its administrators may change their second factors. */
  isManagedHere: boolean
}

/** Figures of the account; each is the total of the list with the filter it names. */
export interface MemberFigures {
  /** Status `invited`. */
  pendingInvitations: number
  /** Preset `mfa-unenrolled`. */
  withoutSecondFactor: number
  /** Members with one of `administratorRoleIds`. */
  administrators: number
  /** The highest-ranking roles that may change the roles of users. */
  administratorRoleIds: string[]
  /** Preset `joined-this-week`. */
  joinedThisWeek: number
  /** Members who were added since then count as joined this week. */
  weekBegan: WireDate
}

const MEMBERS = '/identity/resources/fe/v1/members'

export const memberSecurity = {
  /** Second factors and sessions of a member who has joined; needs the permission to change users. */
  getMemberSecurity: endpoint<void, void, MemberSecurity>()('GET', `${MEMBERS}/{userId}/security`),
  /** Removes all second factors and the recovery code of a member; refused for users of several accounts. */
  resetMemberMfa: endpoint<void, void, { count: number }>()('DELETE', `${MEMBERS}/{userId}/mfa`),
  getMemberFigures: endpoint<void, void, MemberFigures>()('GET', `${MEMBERS}/figures`),
}
