import type { ScimSource } from '../../../entities/sso.ts'
import type { Dated } from './dated.ts'

/** A company directory that pushes its users and groups by SCIM. */
export interface DirectoryConnectionRecord {
  id: string
  tenantId: string
  source: ScimSource
  name: string
  /** Whether the directory's changes become effective; when off, they are only recorded. */
  syncToUserManagement: boolean
  /** Keyed hash of the bearer token that selects the connection. */
  tokenHash: string
  /** The administrator who created the token; the connection grants no more permissions than they have. */
  ownerId: string
  createdAt: number
  updatedAt: number
  /** Whether all its users have `valuesText`; users of an older release get it gradually. */
  isIndexed: boolean
  /** Time of the directory's last call, to the minute; `null` for never. */
  lastSyncAt: number | null
}

/**
 * A user as a directory describes them. Fields that end in `Key` or `Text` repeat parts of `resource` in the form that
 * filtering and sorting compare; an absent value is `ABSENT` (`domain/directory/scim/keys.ts`), which sorts last.
 */
export interface DirectoryUserRecord extends Dated {
  id: string
  connectionId: string
  tenantId: string
  /** Id of the membership that it manages; `null` while the connection only records. */
  memberId: string | null
  /** Whether the connection created the membership, instead of matching an existing one. */
  isCreator: boolean
  active: boolean
  userNameKey: string
  externalIdKey: string
  displayNameKey: string
  givenNameKey: string
  familyNameKey: string
  /** Every email, each on a separate line. */
  emailsText: string
  /** Every text of the resource, combined for one index. */
  searchText: string
  /** Every text of the resource by attribute (`domain/directory/scim/values-text.ts`); `''` in a row of an older release. */
  valuesText: string
  /** The SCIM resource as JSON text, without the members that the server adds. */
  resource: string
  version: number
}

/** A group as a directory describes it; its id is that of the group it manages. */
export interface DirectoryGroupRecord extends Dated {
  id: string
  connectionId: string
  tenantId: string
  displayNameKey: string
  externalIdKey: string
  searchText: string
  resource: string
  version: number
}

/** Records that a directory added a user to a group. */
interface DirectoryMembershipRecord {
  id: string
  connectionId: string
  groupId: string
  /** Id of the `DirectoryUserRecord`. */
  userId: string
  createdAt: number
}

export interface DirectoryRecords {
  directoryConnections: DirectoryConnectionRecord
  directoryUsers: DirectoryUserRecord
  directoryGroups: DirectoryGroupRecord
  directoryMemberships: DirectoryMembershipRecord
}
