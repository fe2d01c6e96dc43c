import type { InviteLink } from '../../../../entities/team.ts'
import { holdsPermission } from '../../../../rules/permission.ts'
import type { Caller } from '../../../call/caller.ts'
import { badRequest, notFound } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { RoleRecord, TenantRecord, TicketRecord, UserRecord } from '../../../store/records.ts'
import { audit } from '../../audit/audit.ts'
import { iso } from '../../base/wire/wire.ts'
import { inviteLinksSetting } from '../../settings/invite-links.ts'
import { guarantorOf } from '../guarantor/guarantor.ts'
import { mayStillGrant } from '../guarantor/within-guarantor.ts'
import { memberRecord } from '../members/members.ts'
import { eventPorts, recordUserEvent } from '../members/subject-events.ts'
import { assertEmailAccepted } from '../restrictions/email-domains.ts'
import { permissionsOf, rolesByIds } from '../roles/grants.ts'
import { isAdministrative } from '../roles/rank.ts'

const WRITE_LINKS = 'fe.secure.write.tenantInvites'

/** Returns who vouches for a link: its creator, and the connection if only its provider vouched for their session. */
export const linkGuarantorId = ({ detail, userId }: TicketRecord): string | null => {
  const { guarantorId } = jsonOf(detail)
  return typeof guarantorId === 'string' ? guarantorId : userId
}

/** Derives the link's token from the ticket's id, because the link is shown repeatedly. */
export const linkTokenOf = async (ports: Ports, id: string): Promise<string> =>
  `${id}.${await ports.keyedHash('invite-link', id)}`

export const currentLink = (ports: Ports, tenantId: string, userId: string): Promise<TicketRecord | undefined> =>
  ports.store.tickets.find({
    purpose: 'invite-link',
    tenantId,
    userId,
    usedAt: null,
    expiresAt: { gte: ports.clock.now() },
  })

export const toInviteLink = async (ports: Ports, ticket: TicketRecord): Promise<InviteLink> => ({
  id: ticket.id,
  vendorId: ports.config.vendorId,
  tenantId: ticket.tenantId ?? '',
  userId: ticket.userId ?? '',
  token: await linkTokenOf(ports, ticket.id),
  expires: iso(ticket.expiresAt),
  shouldSendEmail: jsonOf(ticket.detail).shouldSendEmail === true,
})

/** The account that a live link leads to, and the roles it gives. */
export interface LinkedPlace {
  tenant: TenantRecord
  roleIds: string[]
}

/**
 * Returns the default roles that a link gives. Administrative ones are included only while the member who created the
 * link could still grant them.
 */
const linkRoleIds = async (ports: Ports, tenantId: string, guarantorId: string | null): Promise<string[]> => {
  const roles = await rolesByIds(ports.store, tenantId, await defaultRoleIds(ports, tenantId))
  const guarantor = await guarantorOf(ports, tenantId, guarantorId)
  const mayLetJoin = holdsPermission(guarantor?.keys ?? [], WRITE_LINKS)
  const given: RoleRecord[] = []
  for (const role of roles) {
    const isHarmless = !(await permissionsOf(ports.store, [role])).some(({ key }) => isAdministrative(key))
    const mayGive =
      isHarmless || (mayLetJoin && (await mayStillGrant(ports, guarantor, { tenantId, roleIds: [role.id] })))
    if (mayGive) given.push(role)
  }
  return given.map(({ id }) => id)
}

/** Returns the account of a live link and the roles that its creator may currently let others join with. */
export const placeOfLink = async (ports: Ports, token: string): Promise<LinkedPlace> => {
  const [id = ''] = token.split('.')
  const ticket = (await linkTokenOf(ports, id)) === token ? await ports.store.tickets.get(id) : undefined
  const isLive = ticket?.purpose === 'invite-link' && ticket.usedAt === null && ticket.expiresAt > ports.clock.now()
  const tenant = isLive && ticket.tenantId ? await ports.store.tenants.get(ticket.tenantId) : undefined
  const config = tenant && (await inviteLinksSetting.of(ports.store, tenant.id))
  if (!ticket || !tenant || !config?.tenantInvitationsAllowed) throw notFound("We couldn't verify your invitation")
  return { tenant, roleIds: await linkRoleIds(ports, tenant.id, linkGuarantorId(ticket)) }
}

const JOINED = { key: 'frontegg.user.joinedTenant' } as const

/** Adds a user with the default roles of a link; existing members stay unchanged. */
export const joinByLink = async (ports: Ports, caller: Caller, user: UserRecord, token: string): Promise<void> => {
  const { tenant, roleIds } = await placeOfLink(ports, token).catch(() => {
    throw badRequest("We couldn't verify your invitation").as('link-expired')
  })
  const known = await ports.store.members.find({ tenantId: tenant.id, userId: user.id })
  if (!known) {
    await assertEmailAccepted(ports, tenant.id, user.email)
    const member = memberRecord(ports, user, { tenantId: tenant.id, roleIds, temporaryUntil: null })
    await ports.store.transaction(async (store) => {
      await store.members.insert(member)
      await recordUserEvent(eventPorts(ports, store), user, { ...JOINED, tenantId: tenant.id, actorId: user.id })
    })
    await audit(ports, caller, {
      tenantId: tenant.id,
      user,
      action: 'User joined',
      resource: 'Invitations',
      description: 'Joined by an invitation link',
    })
  }
  await ports.store.users.update({ id: user.id }, { tenantId: tenant.id })
}

export const defaultRoleIds = async (ports: Ports, tenantId: string): Promise<string[]> => {
  const roles = await ports.store.roles.list({ tenantId: { in: [tenantId, null] }, isDefault: true })
  return roles.map(({ id }) => id)
}
