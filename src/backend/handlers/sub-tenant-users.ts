import type { subTenants } from '../../contract/accounts.ts'
import type { SubTenantUser } from '../../entities/tenants.ts'
import { withoutInvisibleEnds } from '../../rules/pasted-text.ts'
import { holdsPermission } from '../../rules/permission.ts'
import { flagOf, oneOf, readOptionalName, readPage, text, textList } from '../call/read.ts'
import { badRequest, forbidden } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { iso, toPermission, toUserV3 } from '../domain/base/wire/wire.ts'
import { type AccountCall, assertInScope, auditHere } from '../domain/identity/accounts/sub-accounts.ts'
import { cleanRoleIds, shownIdOf } from '../domain/identity/members/members.ts'
import { assignableRoles } from '../domain/identity/roles/granting.ts'
import { invite, invitedEmail } from '../domain/identity/team/invitations.ts'
import { defaultRoleIds } from '../domain/identity/team/invite-link.ts'
import {
  auditVouchedTokens,
  removeMember,
  setMemberRoles,
  setSubAccountAccess,
} from '../domain/identity/team/member-changes.ts'
import { joinMembers, pageFields, pageOfMembers, sortFieldOf, USER_SORTS } from '../domain/identity/team/user-list.ts'
import { memberInTree, subtreeOf } from '../domain/identity/tenants/tenant-scope.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import { idsOf } from '../store/json-text.ts'

const ACCESS = 'fe.account-hierarchy.write.subAccountAccess'

const MAX_AT_ONCE = 100

const listOf = (value: unknown, field: string): Record<string, unknown>[] => {
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)
  if (!isList || value.length === 0) throw badRequest(`${field} must be a list of objects`)
  if (value.length > MAX_AT_ONCE) throw badRequest(`${field} may hold at most ${MAX_AT_ONCE}`)
  return value
}

/** Invites a user into an account of the caller's tree; an existing member stays unchanged. */
const add = async (
  call: AccountCall,
  tenantId: string,
  given: { email: unknown; name: unknown; roleIds: readonly string[] },
): Promise<string> => {
  const { ports, auth, caller } = call
  const email = await invitedEmail(ports, tenantId, text(given.email, 'email', 400))
  const known = await ports.store.members.find({ tenantId, email })
  if (known) return known.id
  const name = readOptionalName(given.name, 'name', 200) ?? email.split('@')[0] ?? email
  // A temporary member who adds themselves elsewhere stays temporary.
  const temporaryUntil = email === auth.user.email ? auth.member.temporaryUntil : null
  const invited = { email, name, phone: null, roleIds: given.roleIds, temporaryUntil }
  const detail = beforeAndAfter(null, { email, name, roleIds: given.roleIds, temporaryUntil })
  const added = await invite(ports, caller, { ...auth, tenantId }, invited, (store) =>
    auditHere(call, store, tenantId, { action: 'User added to account', description: `Added ${email}`, detail }),
  )
  return added.member.id
}

const rolesFor = async (call: AccountCall, tenantId: string, wish: unknown): Promise<string[]> => {
  const named = wish === undefined ? [] : cleanRoleIds(textList(wish, 'roleIds'))
  const roleIds = named.length ? named : await defaultRoleIds(call.ports, tenantId)
  await assignableRoles(call.ports, { ...call.auth, tenantId }, roleIds)
  return roleIds
}

const addUsers = async (call: SignedCall<(typeof subTenants)['addUsers']>) => {
  const { ports, auth, body } = call
  const tenantId = text(body.tenantId, 'tenantId')
  await assertInScope(call, tenantId)
  const users = listOf(body.users, 'users')
  const isAllowed = body.allowSubAccountAccess === true
  if (isAllowed && !holdsPermission((await auth.grants()).keys, ACCESS)) throw forbidden()
  const roleIds = await rolesFor(call, tenantId, body.roleIds)
  // All emails are checked before the first user is invited.
  for (const { email } of users) await invitedEmail(ports, tenantId, text(email, 'email', 400))
  for (const { email, name } of users) {
    const id = await add(call, tenantId, { email, name, roleIds })
    if (isAllowed) await changeAccess(call, { tenantId, userId: id }, true)
  }
  return {}
}

const addToTenants = async (call: SignedCall<(typeof subTenants)['addUserToTenants']>) => {
  const { user } = call.body
  const places = listOf(call.body.subTenants, 'subTenants').map((place) => ({
    tenantId: text(place.tenantId, 'tenantId'),
    wish: place.roleIds,
  }))
  for (const { tenantId } of places) await assertInScope(call, tenantId)
  for (const { tenantId, wish } of places) {
    await add(call, tenantId, { email: user?.email, name: user?.name, roleIds: await rolesFor(call, tenantId, wish) })
  }
  return {}
}

/** Returns the member's id in the account. */
const idIn = async (call: AccountCall, tenantId: string, id: string): Promise<string> =>
  (await memberInTree(call, tenantId, id))?.id ?? id

const removeFrom = async (call: AccountCall, tenantId: string, userId: string) => {
  const membership = { tenantId, userId: await idIn(call, tenantId, userId) }
  await removeMember(call, membership, async (store, { member, revoked }) => {
    const description = `Removed ${member.email}`
    const { email, name, roleIds } = member
    const detail = { userId: shownIdOf(member), ...beforeAndAfter({ email, name, roleIds: idsOf(roleIds) }, null) }
    await auditHere(call, store, tenantId, { action: 'User removed from account', description, detail })
    await auditVouchedTokens(call, store, tenantId, revoked)
  })
}

const removeFromTenants = async (call: SignedCall<(typeof subTenants)['removeUserFromTenants']>) => {
  const userId = text(call.body.userId, 'userId')
  const ids = listOf(call.body.subTenants, 'subTenants').map(({ tenantId }) => text(tenantId, 'tenantId'))
  for (const id of ids) await assertInScope(call, id)
  for (const id of ids) await removeFrom(call, id, userId)
  return {}
}

const setRolesIn = async (call: AccountCall, userId: string, tenantId: string, roleIds: string[]) => {
  const id = await idIn(call, tenantId, userId)
  await setMemberRoles(call, { tenantId, userId: id }, roleIds, (store, { member }) => {
    const before = { roleIds: idsOf(member.roleIds) }
    const detail = { userId: shownIdOf(member), ...beforeAndAfter(before, { roleIds }) }
    const description = `Changed ${member.email}`
    return auditHere(call, store, tenantId, { action: 'User roles changed', description, detail })
  })
}

const setRoles = async (call: SignedCall<(typeof subTenants)['setUserRoles']>) => {
  const places = listOf(call.body.subTenantsRoles, 'subTenantsRoles').map((place) => ({
    tenantId: text(place.tenantId, 'tenantId'),
    roleIds: cleanRoleIds(textList(place.roleIds, 'roleIds')),
  }))
  for (const { tenantId } of places) await assertInScope(call, tenantId)
  for (const { tenantId, roleIds } of places) await setRolesIn(call, call.path.userId, tenantId, roleIds)
  return {}
}

const changeAccess = (call: AccountCall, place: { tenantId: string; userId: string }, subAccountAccess: boolean) =>
  setSubAccountAccess(call, place, subAccountAccess, (store, { member }) =>
    auditHere(call, store, place.tenantId, {
      action: 'Sub-account access changed',
      description: subAccountAccess
        ? `Let ${member.email} into the sub-accounts`
        : `Kept ${member.email} out of the sub-accounts`,
      detail: {
        userId: shownIdOf(member),
        ...beforeAndAfter({ subAccountAccess: member.subAccountAccess }, { subAccountAccess }),
      },
    }),
  )

/** Sets the access in the account of the call, which the bearer token names. */
const setAccess = async (call: SignedCall<(typeof subTenants)['setSubAccountAccess']>) => {
  const { auth, path, body } = call
  const allowAccess = flagOf(body.allowAccess, 'allowAccess')
  const { tenantId } = auth
  const userId = await idIn(call, tenantId, path.userId)
  await changeAccess(call, { tenantId, userId }, allowAccess)
  return {}
}

/** Reads one row per member and account of the tree, and merges them to one per user within the page. */
const listAll = async ({ ports, auth, query }: SignedCall<(typeof subTenants)['listAllUsers']>) => {
  const { index, limit, offset } = readPage(query)
  const tenantIds = await subtreeOf(ports, auth.tenantId)
  const searched = withoutInvisibleEnds(query._filter ?? '')
  const page = await pageOfMembers(ports, {
    anyOf: [{ tenantId: { in: tenantIds } }],
    search: searched ? { text: searched, fields: ['name', 'email'] } : undefined,
    sort: {
      field: sortFieldOf(oneOf(query._sortBy, '_sortBy', USER_SORTS) ?? 'name'),
      order: oneOf(query._order, '_order', ['ASC', 'DESC'] as const) ?? 'DESC',
    },
    offset,
    limit,
  })
  const joined = await joinMembers(ports, page.items)
  const byEmail = new Map<string, SubTenantUser>()
  for (const { member, user, roles, permissions } of joined) {
    const place = {
      tenantId: member.tenantId,
      roles,
      permissions: permissions.map((permission) => toPermission(permission)),
      activated: member.activated,
      lastLogin: member.lastLogin === null ? null : iso(member.lastLogin),
    }
    const known = byEmail.get(member.email)
    if (known) known.tenants.push(place)
    else byEmail.set(member.email, { ...toUserV3(member, user, roles), tenants: [place] })
  }
  return {
    items: [...byEmail.values()],
    ...pageFields(query, { index, limit, total: page.total }),
  }
}

export const subTenantUsersHandlers = {
  listAllUsers: signedIn((call) => listAll(call)),
  addUserToTenants: signedIn((call) => addToTenants(call)),
  removeUserFromTenants: signedIn((call) => removeFromTenants(call)),
  setUserRoles: signedIn((call) => setRoles(call)),
  setSubAccountAccess: signedIn((call) => setAccess(call)),
  addUsers: signedIn((call) => addUsers(call)),
} satisfies Pick<
  Handlers<typeof subTenants>,
  'listAllUsers' | 'addUserToTenants' | 'removeUserFromTenants' | 'setUserRoles' | 'setSubAccountAccess' | 'addUsers'
>
