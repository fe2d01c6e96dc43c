import type { Items, SortDirection } from '../entities/paging.ts'
import type { InviteLink, TeamRole, TeamUser } from '../entities/team.ts'
import type { EmptyBody, Ignored, JsonValue, WireDate } from '../entities/wire.ts'
import { endpoint } from './endpoint.ts'

/** Each filter is a query parameter of its own, next to the four fixed ones. */
export interface MemberListQuery {
  pageOffset: number
  pageSize?: number
  /** Column to sort by; `name` by default. */
  sortBy?: string
  sortDirection?: SortDirection
  [filterId: string]: JsonValue | undefined
}

/** Any field of the member; the role IDs `['']` remove all roles. */
type MemberUpdate = Partial<Omit<TeamUser, 'id'>> & { id: string }

interface NewUser {
  email: string
  roleIds: string[]
  name?: string
  phone?: string
  /** Seconds until a temporary member is removed. */
  expirationInSeconds?: number
  provider: 'local'
}

/** Members, their invitations and their temporary access. */
export const team = {
  listMembers: endpoint<MemberListQuery, void, Items<TeamUser> & { totalPages: number; totalItems: number }>()(
    'GET',
    '/team/resources/members/v1',
  ),
  updateMember: endpoint<void, MemberUpdate, { item: TeamUser }>()('PUT', '/team/resources/members/v1'),
  deleteMember: endpoint<void, void, Ignored>()('DELETE', '/team/resources/members/v1/{userId}'),
  resendActivation: endpoint<void, EmptyBody, Ignored>()(
    'POST',
    '/team/resources/members/v1/{userId}/resendActivationEmail',
  ),
  listAssignableRoles: endpoint<void, void, Items<TeamRole>>()('GET', '/team/resources/roles/v1'),
  getMemberStats: endpoint<void, void, { totalItems: number; addedThisWeek: number; superAdmins: number }>()(
    'GET',
    '/team/resources/stats/v1/members',
    { unused: true },
  ),
  addUser: endpoint<void, NewUser, TeamUser>()('POST', '/identity/resources/users/v2'),
  /** Sends an invitation again; distinguished from `addUser` by the missing `roleIds`. */
  resendInvitation: endpoint<void, { email: string; provider: 'local' }, Ignored>()(
    'POST',
    '/identity/resources/users/v2',
  ),
  getInviteLink: endpoint<void, void, InviteLink>()('GET', '/identity/resources/tenants/invites/v1/user'),
  createInviteLink: endpoint<void, { expiresInMinutes: number; shouldSendEmail?: boolean }, InviteLink>()(
    'POST',
    '/identity/resources/tenants/invites/v1/user',
  ),
  updateInviteLink: endpoint<void, { expiresInMinutes?: number; shouldSendEmail?: boolean }, InviteLink>()(
    'PATCH',
    '/identity/resources/tenants/invites/v1/user',
  ),
  deleteInviteLink: endpoint<void, void, Ignored>()('DELETE', '/identity/resources/tenants/invites/v1/user'),
  getInviteLinkConfig: endpoint<
    void,
    void,
    {
      tenantInvitationsAllowed: boolean
      emailsEnabled: boolean
      /** Sent by the reference backend, because requesting a link that doesn't exist is an error. */
      hasInviteLink?: boolean
    }
  >()('GET', '/identity/resources/tenants/invites/v1/configuration'),
  extendTemporaryUser: endpoint<void, { expirationInSeconds: number }, { temporaryExpirationDate: WireDate }>()(
    'PUT',
    '/identity/resources/users/temporary/v1/{userId}',
  ),
  makeUserPermanent: endpoint<void, void, Ignored>()('DELETE', '/identity/resources/users/temporary/v1/{userId}'),
  getTemporaryUserConfig: endpoint<void, void, { enabled: boolean }>()(
    'GET',
    '/identity/resources/users/temporary/v1/configuration',
  ),
}
