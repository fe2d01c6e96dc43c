import type { team } from '../../contract/users.ts'
import { holdsPermission } from '../../rules/permission.ts'
import type { SignedRequest } from '../call/auth.ts'
import { oneOf, optionalText, readOptionalName, readPage, text, textList } from '../call/read.ts'
import { badRequest, conflict, forbidden } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { toTeamRole, toTeamUser } from '../domain/base/wire/wire.ts'
import { assertManagedHere, cleanRoleIds, memberOf, shownIdOf } from '../domain/identity/members/members.ts'
import { countAdministrators, WRITE_USERS_ROLES } from '../domain/identity/roles/administrators.ts'
import { assignableRoles } from '../domain/identity/roles/granting.ts'
import { rolesOfTenant } from '../domain/identity/roles/grants.ts'
import { invite, invitedEmail, resendInvitation } from '../domain/identity/team/invitations.ts'
import { defaultRoleIds } from '../domain/identity/team/invite-link.ts'
import {
  auditVouchedTokens,
  recordMemberChange,
  removeMember,
  setMemberRoles,
} from '../domain/identity/team/member-changes.ts'
import { joinMembers, pageMeta, pageOfMembers, sortFieldOf } from '../domain/identity/team/user-list.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import { idsOf } from '../store/json-text.ts'
import type { MemberRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'
import { assertTemporaryUsersAllowed, temporaryUntil } from './temporary-users.ts'

const SORTS = ['name', 'email', 'createdAt', 'lastLogin', 'verified'] as const
const WEEK_MS = 7 * 86_400_000

const listMembers = async ({ ports, auth, query }: SignedCall<(typeof team)['listMembers']>) => {
  const { limit, offset } = readPage(query, { index: 'pageOffset', limit: 'pageSize' })
  const field = sortFieldOf(oneOf(query.sortBy, 'sortBy', SORTS) ?? 'name')
  const order = oneOf(query.sortDirection, 'sortDirection', ['asc', 'desc'] as const) === 'desc' ? 'DESC' : 'ASC'
  const wanted = query.filter ?? query.email ?? query.name
  const page = await pageOfMembers(ports, {
    anyOf: [{ tenantId: auth.tenantId }],
    search: wanted ? { text: wanted, fields: ['name', 'email'] } : undefined,
    sort: { field, order },
    offset,
    limit,
  })
  const joined = await joinMembers(ports, page.items)
  const items = joined.map(({ member, user, roles }) => toTeamUser(member, user, roles, ports.config.vendorId))
  return { items, ...pageMeta(page.total, limit) }
}

/** The name belongs to the user: it is changed everywhere only while this is their one account. */
const rename = async (call: SignedRequest, store: Collections, member: MemberRecord, name: string) => {
  const { id, userId } = member
  await store.members.update({ id }, { name })
  if ((await store.members.count({ userId })) === 1) await store.users.update({ id: userId }, { name })
  await recordMemberChange(call, store, { ...member, name })
}

/** Returns the fields of a member that the audit log shows. */
const factsOf = ({ email, name, roleIds, temporaryUntil }: MemberRecord) => ({
  email,
  name,
  roleIds: idsOf(roleIds),
  temporaryUntil,
})

const updateMember = async (call: SignedCall<(typeof team)['updateMember']>) => {
  const { ports, auth, body } = call
  const { tenantId } = auth
  const { member } = await memberOf(ports, tenantId, text(body.id, 'id'))
  const roleIds = body.roleIds === undefined ? undefined : cleanRoleIds(textList(body.roleIds, 'roleIds'))
  const name = readOptionalName(body.name, 'name', 200)
  const isRenamed = name !== undefined && name !== member.name
  if (isRenamed) assertManagedHere(member)
  const finish = async (store: Collections) => {
    if (isRenamed) await rename(call, store, member, name)
    const after = (await store.members.get(member.id)) ?? member
    await call.audit({
      inside: store,
      action: 'User updated',
      resource: 'Users',
      severity: roleIds ? 'Medium' : 'Info',
      description: `Changed ${member.email}`,
      detail: { userId: shownIdOf(member), ...beforeAndAfter(factsOf(member), factsOf(after)) },
    })
  }
  if (roleIds) {
    // Renaming members and changing their roles need separate permissions.
    if (!holdsPermission((await auth.grants()).keys, WRITE_USERS_ROLES)) throw forbidden()
    await setMemberRoles(call, { tenantId, userId: member.id }, roleIds, finish)
  } else await ports.store.transaction(finish)
  const after = await memberOf(ports, tenantId, member.id)
  const [joined] = await joinMembers(ports, [after.member])
  return { item: toTeamUser(after.member, after.user, joined?.roles ?? [], ports.config.vendorId) }
}

const deleteMember = async (call: SignedCall<(typeof team)['deleteMember']>) => {
  const { auth, path, audit } = call
  const membership = { tenantId: auth.tenantId, userId: path.userId }
  await removeMember(call, membership, async (store, { member, revoked }) => {
    await audit({
      inside: store,
      action: 'User removed',
      resource: 'Users',
      severity: 'Medium',
      description: `Removed ${member.email}`,
      detail: { userId: shownIdOf(member), ...beforeAndAfter(factsOf(member), null) },
    })
    await auditVouchedTokens(call, store, auth.tenantId, revoked)
  })
  return {}
}

/** `addUser` names roles; the same call without them sends the invitation again. */
const addUser = async ({ ports, auth, body, caller, audit }: SignedCall<(typeof team)['addUser']>) => {
  const email = await invitedEmail(ports, auth.tenantId, text(body.email, 'email', 400))
  const known = await ports.store.members.find({ tenantId: auth.tenantId, email })
  if (known && (known.activated || body.roleIds !== undefined)) {
    throw conflict('This user is already a member of the account').as('taken')
  }
  if (known) {
    const found = await memberOf(ports, auth.tenantId, known.id)
    await resendInvitation(ports, found, auth.user.name)
    await audit({
      action: 'Invitation email resent',
      resource: 'Invitations',
      description: `Sent the invitation of ${email} again`,
      detail: { userId: shownIdOf(found.member) },
    })
    const [joined] = await joinMembers(ports, [found.member])
    return toTeamUser(found.member, found.user, joined?.roles ?? [], ports.config.vendorId)
  }
  const named = cleanRoleIds(body.roleIds === undefined ? [] : textList(body.roleIds, 'roleIds'))
  const roleIds = named.length ? named : await defaultRoleIds(ports, auth.tenantId)
  await assignableRoles(ports, auth, roleIds)
  if (body.expirationInSeconds !== undefined) await assertTemporaryUsersAllowed(ports, auth.tenantId)
  const added = await invite(ports, caller, auth, {
    email,
    name: readOptionalName(body.name, 'name', 200) ?? email.split('@')[0] ?? email,
    phone: optionalText(body.phone, 'phone', 40) ?? null,
    roleIds,
    temporaryUntil: body.expirationInSeconds === undefined ? null : temporaryUntil(ports, body.expirationInSeconds),
  })
  const [joined] = await joinMembers(ports, [added.member])
  return toTeamUser(added.member, added.user, joined?.roles ?? [], ports.config.vendorId)
}

export const teamHandlers = {
  listMembers: signedIn((call) => listMembers(call)),
  updateMember: signedIn((call) => updateMember(call)),
  deleteMember: signedIn((call) => deleteMember(call)),
  addUser: signedIn((call) => addUser(call)),
  resendActivation: signedIn(async ({ ports, auth, path, audit }) => {
    const found = await memberOf(ports, auth.tenantId, path.userId)
    if (found.member.activated && found.user.verified) throw badRequest('This user has already activated the account')
    await resendInvitation(ports, found, auth.user.name)
    await audit({
      action: 'Activation email resent',
      resource: 'Invitations',
      // Logs the email that the inviter entered: the user of an open invitation may have changed it since.
      description: `Sent another activation email to ${found.member.email}`,
      detail: { userId: path.userId },
    })
    return {}
  }),
  listAssignableRoles: signedIn(async ({ ports, auth }) => {
    const roles = await rolesOfTenant(ports.store, auth.tenantId)
    return { items: roles.map((role) => toTeamRole(role, ports.config.vendorId)) }
  }),
  getMemberStats: signedIn(async ({ ports, auth }) => {
    const { members } = ports.store
    const own = { tenantId: auth.tenantId }
    return {
      totalItems: await members.count(own),
      addedThisWeek: await members.count({ ...own, createdAt: { gte: ports.clock.now() - WEEK_MS } }),
      superAdmins: await countAdministrators(ports.store, auth.tenantId),
    }
  }),
} satisfies Pick<
  Handlers<typeof team>,
  | 'listMembers'
  | 'updateMember'
  | 'deleteMember'
  | 'addUser'
  | 'resendActivation'
  | 'listAssignableRoles'
  | 'getMemberStats'
>
