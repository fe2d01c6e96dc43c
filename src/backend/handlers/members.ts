import {
  MEMBER_FACTORS,
  MEMBER_LIST_PRESETS,
  MEMBER_PROVIDERS,
  MEMBER_SORTS,
  type MemberFactor,
  type MemberProvider,
  type memberMfa,
  type members,
} from '../../contract/users.ts'
import { MEMBER_STATUSES, type MemberStatus } from '../../rules/member-status.ts'
import { withoutInvisibleEnds } from '../../rules/pasted-text.ts'
import { commaList, flag, flagOf, oneOf, readPage, userIdList } from '../call/read.ts'
import { badRequest, forbidden } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { forgetFailures } from '../domain/base/limits/limits.ts'
import { toMe, toPermission, toUserV3 } from '../domain/base/wire/wire.ts'
import {
  belongsHereAlone,
  directoryNames,
  directoryOf,
  joinedMemberOf,
  updateCopies,
} from '../domain/identity/members/members.ts'
import { namesAnyOf } from '../domain/identity/roles/administrators.ts'
import { recordMemberChange, setMfaRequirement } from '../domain/identity/team/member-changes.ts'
import {
  joinMembers,
  pageFields,
  pageOfMembers,
  presetWhere,
  sortFieldOf,
  tenantWhere,
} from '../domain/identity/team/user-list.ts'
import { listedTenants } from '../domain/identity/tenants/tenant-scope.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import type { MemberRecord } from '../store/records.ts'
import { MAX_COUNTED, type Where } from '../store/store.ts'

/** `memberStatus` of the shared rules as conditions, which exclude each other. */
const STATUS_WHERE: Readonly<Record<MemberStatus, Where<MemberRecord>>> = {
  deactivated: { disabledAt: { not: null } },
  locked: { disabledAt: null, isLocked: true, activated: true },
  invited: { disabledAt: null, activated: false },
  unverified: { disabledAt: null, isLocked: false, activated: true, verified: false },
  temporary: { disabledAt: null, isLocked: false, activated: true, verified: true, temporaryUntil: { not: null } },
  active: { disabledAt: null, isLocked: false, activated: true, verified: true, temporaryUntil: null },
}

const listOf = <const Options extends readonly string[]>(value: string | undefined, field: string, options: Options) =>
  [...new Set(commaList(value) ?? [])].flatMap((part): Options[number][] => {
    const found = oneOf(part, field, options)
    return found === undefined ? [] : [found]
  })

const factorOf = ({ factor, activated }: MemberRecord): MemberFactor =>
  (activated ? oneOf(factor ?? 'none', 'factor', MEMBER_FACTORS) : undefined) ?? 'none'

const factorWhere = (factors: readonly MemberFactor[]): Where<MemberRecord> =>
  factors.length === 0 ? {} : { factor: { in: factors.map((factor) => (factor === 'none' ? null : factor)) } }

/** A preset lists only members who have joined, so together with it the status `invited` matches no one. */
const byStatus = (where: Where<MemberRecord>, statuses: readonly MemberStatus[]): Where<MemberRecord>[] =>
  statuses.length === 0
    ? [where]
    : statuses.flatMap((status) => {
        const own = STATUS_WHERE[status]
        const isPossible =
          where.activated === undefined || own.activated === undefined || where.activated === own.activated
        return isPossible ? [{ ...where, ...own }] : []
      })

/** Managed members belong to their directory, whether it created or matched them. */
const bySource = (where: Where<MemberRecord>, providers: readonly MemberProvider[]): Where<MemberRecord>[] => {
  if (providers.length === 0) return [where]
  const managed = providers.includes('scim2') ? [{ ...where, directoryId: { not: null } }] : []
  return [...managed, { ...where, provider: { in: providers }, directoryId: null }]
}

const listMembers = async ({ ports, auth, query }: SignedCall<(typeof members)['listMembers']>) => {
  const { index, limit, offset } = readPage(query, { index: 'offset', limit: 'limit' })
  const statuses = listOf(query.status, 'status', MEMBER_STATUSES)
  const roleIds = commaList(query.roleId)
  const groupIds = commaList(query.groupId)
  const providers = listOf(query.provider, 'provider', MEMBER_PROVIDERS)
  const includeSubTenants = flag(query.includeSubTenants, 'includeSubTenants')
  const own: Where<MemberRecord> = {
    ...tenantWhere(await listedTenants(ports, auth, { includeSubTenants })),
    ...factorWhere(listOf(query.factor, 'factor', MEMBER_FACTORS)),
    ...(roleIds && { roleIds: namesAnyOf(roleIds) }),
    ...(groupIds && { groupIds: namesAnyOf(groupIds) }),
  }
  // The limit is one more than the end of the page, so that the next page can be opened.
  const maxTotal = flag(query.capped, 'capped') ? Math.max(MAX_COUNTED, (index + 1) * limit) + 1 : undefined
  const searched = withoutInvisibleEnds(query.search ?? '')
  const page = await pageOfMembers(ports, {
    anyOf: presetWhere(ports, { preset: query.preset, known: MEMBER_LIST_PRESETS }).flatMap((preset) =>
      byStatus({ ...own, ...preset }, statuses).flatMap((where) => bySource(where, providers)),
    ),
    search: searched ? { text: searched, fields: ['name', 'email'] } : undefined,
    sort: {
      field: sortFieldOf(oneOf(query.sort, 'sort', MEMBER_SORTS) ?? 'name'),
      order: oneOf(query.order, 'order', ['ASC', 'DESC'] as const) ?? 'ASC',
    },
    offset,
    limit,
    ...(maxTotal && { maxTotal }),
  })
  const total = Math.min(page.total, maxTotal ?? Number.POSITIVE_INFINITY)
  const hasMore = total === maxTotal
  const joined = await joinMembers(ports, page.items)
  const names = await directoryNames(ports, page.items)
  const fields = pageFields(query, { index, limit, total })
  return {
    items: joined.map(({ member, user, roles, permissions, groups }) => ({
      ...toMe(
        toUserV3(member, user, roles),
        roles,
        permissions.map((permission) => toPermission(permission)),
        groups,
      ),
      secondFactor: factorOf(member),
      ...directoryOf(names, member),
    })),
    ...fields,
    _metadata: { ...fields._metadata, ...(hasMore && { hasMore }) },
  }
}

/** A lockout applies to every account of a user, so the administrators of one can't end it. */
const BELONGS_ELSEWHERE =
  'This user also belongs to other accounts. They can unlock their account by resetting the password'

export const membersHandlers = {
  listMembers: signedIn((call) => listMembers(call)),
  unlockMember: signedIn(async (call) => {
    const { ports, auth, path, audit } = call
    const { member, user } = await joinedMemberOf(ports, auth.tenantId, path.userId)
    if (!(await belongsHereAlone(ports.store, member))) throw forbidden(BELONGS_ELSEWHERE)
    if (user.lockedAt === null) throw badRequest('This user is not locked out')
    await ports.store.transaction(async (store) => {
      await store.users.update({ id: user.id }, { lockedAt: null, failedLogins: 0 })
      await updateCopies(store, user.id, { isLocked: false })
      await recordMemberChange(call, store, member, 'frontegg.user.unlocked')
      await audit({
        inside: store,
        action: 'User unlocked',
        resource: 'Users',
        severity: 'Medium',
        description: `Ended the lockout of ${user.email}`,
        detail: { userId: user.id },
      })
    })
    await forgetFailures(ports, user.email)
  }),
} satisfies Handlers<typeof members>

export const memberMfaHandlers = {
  requireMfa: signedIn(async (call) => {
    const userIds = userIdList(call.body.userIds)
    const required = flagOf(call.body.required, 'required')
    const { length: count } = await setMfaRequirement(call, { userIds, required }, (inside, changed) =>
      call.audit({
        inside,
        action: required ? 'Second factor required' : 'Second factor no longer required',
        resource: 'MFA',
        severity: 'Medium',
        description: `${required ? 'Requires' : 'No longer requires'} a second factor of ${changed.length} users`,
        detail: {
          users: changed.length,
          userIds: changed
            .map(({ userId }) => userId)
            .join()
            .slice(0, 1_000),
          ...beforeAndAfter({ required: !required }, { required }),
        },
      }),
    )
    return { count }
  }),
} satisfies Handlers<typeof memberMfa>
