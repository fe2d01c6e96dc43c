import type { inviteLinkConfiguration, team } from '../../contract/users.ts'
import type { Auth } from '../call/auth.ts'
import { number } from '../call/read.ts'
import { forbidden, notFound } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { maySendTo } from '../domain/base/limits/mailbox.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { ownerIdOf } from '../domain/identity/guarantor/guarantor-id.ts'
import { recordInviteLink, recordInviteLinkSettings } from '../domain/identity/members/record-changes.ts'
import { lockTenant } from '../domain/identity/roles/administrators.ts'
import { assertMayGrantIds } from '../domain/identity/roles/granting.ts'
import {
  currentLink,
  defaultRoleIds,
  linkGuarantorId,
  linkTokenOf,
  toInviteLink,
} from '../domain/identity/team/invite-link.ts'
import { inviteLinkMail, inviteLinkOf, post } from '../domain/mail/mails.ts'
import { inviteLinksSetting } from '../domain/settings/invite-links.ts'
import { type Handlers, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import { jsonOf } from '../store/json-text.ts'
import type { TicketRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

/** 30 days in minutes. */
const DEFAULT_MINUTES = 43_200
const MAX_MINUTES = 525_600

const expiryOf = (ports: Ports, minutes: unknown): number =>
  ports.clock.now() + number(minutes ?? DEFAULT_MINUTES, 'expiresInMinutes', { min: 1, max: MAX_MINUTES }) * 60_000

const linkOf = async (ports: Ports, auth: Auth): Promise<TicketRecord> => {
  const link = await currentLink(ports, auth.tenantId, auth.user.id)
  if (!link) throw notFound('There’s no invite link.')
  return link
}

const endLinks = (store: Collections, { clock }: Ports, auth: Auth) =>
  store.tickets.update(
    { purpose: 'invite-link', tenantId: auth.tenantId, userId: auth.user.id, usedAt: null },
    { usedAt: clock.now() },
  )

const mailLink = async (ports: Ports, auth: Auth, ticket: TicketRecord) => {
  const tenant = await ports.store.tenants.get(auth.tenantId)
  const link = inviteLinkOf(ports, await linkTokenOf(ports, ticket.id))
  const { email, name, verified } = auth.user
  if (!(await maySendTo(ports, email, { isProven: verified }))) return
  await post(ports, inviteLinkMail({ email, name, tenantName: tenant?.name ?? '', link }))
}

const newLink = async (
  ports: Ports,
  auth: Auth,
  { expiresAt, ...detail }: { expiresAt: number; shouldSendEmail: boolean; guarantorId: string },
): Promise<TicketRecord> => {
  const id = ports.random.token(18)
  return {
    id,
    purpose: 'invite-link',
    userId: auth.user.id,
    tenantId: auth.tenantId,
    tokenHash: await ports.keyedHash('ticket', await linkTokenOf(ports, id)),
    tries: 0,
    usedAt: null,
    createdAt: ports.clock.now(),
    expiresAt,
    detail: JSON.stringify(detail),
  }
}

/** Returns the fields of a link that the audit log shows; never the link itself, because it lets its readers join. */
const factsOf = ({ expiresAt, detail }: TicketRecord) => ({ expires: iso(expiresAt), ...jsonOf(detail) })

/** Checks that the caller may grant the default roles, because users who follow the link get them. */
const assertMayLetJoin = async (ports: Ports, auth: Auth): Promise<void> =>
  assertMayGrantIds(ports, auth, await defaultRoleIds(ports, auth.tenantId))

export const inviteLinkHandlers = {
  getInviteLink: signedIn(async ({ ports, auth }) => toInviteLink(ports, await linkOf(ports, auth))),
  createInviteLink: signedIn(async (call) => {
    const { ports, auth, body, audit } = call
    const expiresAt = expiryOf(ports, body.expiresInMinutes)
    const config = await inviteLinksSetting.of(ports.store, auth.tenantId)
    if (!config.tenantInvitationsAllowed) throw forbidden('Invite links are turned off for this account.')
    await assertMayLetJoin(ports, auth)
    const isMailed = body.shouldSendEmail === true && config.emailsEnabled
    const ticket = await newLink(ports, auth, {
      expiresAt,
      shouldSendEmail: isMailed,
      guarantorId: await ownerIdOf(auth),
    })
    await ports.store.transaction(async (store) => {
      await endLinks(store, ports, auth)
      await store.tickets.insert(ticket)
      await recordInviteLink(call, store, ticket, 'created')
      await audit({
        inside: store,
        action: 'Invitation link created',
        resource: 'Invitations',
        severity: 'Medium',
        description: 'Created a link that lets users join',
        detail: beforeAndAfter(null, factsOf(ticket)),
      })
    })
    if (isMailed) await mailLink(ports, auth, ticket)
    return toInviteLink(ports, ticket)
  }),
  updateInviteLink: signedIn(async (call) => {
    const { ports, auth, body, audit } = call
    const link = await linkOf(ports, auth)
    const expiresAt = body.expiresInMinutes === undefined ? link.expiresAt : expiryOf(ports, body.expiresInMinutes)
    const isExtended = expiresAt > link.expiresAt
    if (isExtended) await assertMayLetJoin(ports, auth)
    // A caller who extends a link vouches for it again, in the session in which they do.
    const guarantorId = isExtended ? await ownerIdOf(auth) : linkGuarantorId(link)
    const { shouldSendEmail: wasMailed = false } = await toInviteLink(ports, link)
    const { emailsEnabled } = await inviteLinksSetting.of(ports.store, auth.tenantId)
    const isMailed = body.shouldSendEmail === undefined ? wasMailed : body.shouldSendEmail && emailsEnabled
    const changed = { ...link, expiresAt, detail: JSON.stringify({ shouldSendEmail: isMailed, guarantorId }) }
    await ports.store.transaction(async (store) => {
      await store.tickets.update({ id: link.id }, { expiresAt, detail: changed.detail })
      await recordInviteLink(call, store, changed, 'updated')
      await audit({
        inside: store,
        action: 'Invitation link updated',
        resource: 'Invitations',
        description: 'Changed the link that lets users join',
        detail: beforeAndAfter(factsOf(link), factsOf(changed)),
      })
    })
    if (isMailed && body.shouldSendEmail === true) await mailLink(ports, auth, changed)
    return toInviteLink(ports, changed)
  }),
  deleteInviteLink: signedIn(async (call) => {
    const { ports, auth, audit } = call
    const link = await currentLink(ports, auth.tenantId, auth.user.id)
    await ports.store.transaction(async (store) => {
      await endLinks(store, ports, auth)
      if (!link) return
      await recordInviteLink(call, store, link, 'deleted')
      await audit({
        inside: store,
        action: 'Invitation link removed',
        resource: 'Invitations',
        description: 'Deleted the link that let users join',
        detail: beforeAndAfter(factsOf(link), null),
      })
    })
    return {}
  }),
  getInviteLinkConfig: signedIn(async ({ ports, auth }) => ({
    ...(await inviteLinksSetting.of(ports.store, auth.tenantId)),
    hasInviteLink: (await currentLink(ports, auth.tenantId, auth.user.id)) !== undefined,
  })),
} satisfies Pick<
  Handlers<typeof team>,
  'getInviteLink' | 'createInviteLink' | 'updateInviteLink' | 'deleteInviteLink' | 'getInviteLinkConfig'
>

export const inviteLinkConfigurationHandlers = {
  /** When off, existing links stop working (`placeOfLink`). */
  updateInviteLinkConfig: signedIn(async (call) => {
    const { ports, auth, body, audit } = call
    const before = await inviteLinksSetting.of(ports.store, auth.tenantId)
    const after = { ...before, ...inviteLinksSetting.changes(body) }
    const isSwitchedOn = after.tenantInvitationsAllowed && !before.tenantInvitationsAllowed
    if (isSwitchedOn) await assertMayLetJoin(ports, auth)
    await ports.store.transaction(async (store) => {
      await lockTenant(store, auth.tenantId, ports.clock.now())
      await inviteLinksSetting.save({ ...ports, store }, auth.tenantId, after)
      await recordInviteLinkSettings(call, store, after)
      await audit({
        inside: store,
        action: 'Invitation links configuration changed',
        resource: 'Invitations',
        severity: 'Medium',
        description: `Invitation links are ${after.tenantInvitationsAllowed ? 'on' : 'off'}`,
        detail: beforeAndAfter(before, after),
      })
    })
    return after
  }),
} satisfies Handlers<typeof inviteLinkConfiguration>
