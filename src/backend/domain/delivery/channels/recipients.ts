import { messageRecipients } from '../../../../contract/webhooks.ts'
import { isRecord } from '../../../../kernel/safe-json.ts'
import { writtenText } from '../../../call/read.ts'
import { badRequest, Refusal } from '../../../call/refusal.ts'
import type { FreshWhen } from '../../../call/ruled-request.ts'
import type { Mail, Ports } from '../../../ports.ts'
import type { MessageRecipientRecord } from '../../../store/records.ts'
import { firstInserted } from '../../../store/store.ts'
import { type Limit, takeAttempt } from '../../base/limits/limits.ts'
import { mailboxOf } from '../../base/limits/mailbox.ts'
import { loginPhoneOf } from '../../identity/credentials/login-phone.ts'
import { sendText } from '../../identity/credentials/phones.ts'
import { compose } from '../../mail/letter.ts'
import { post } from '../../mail/mails.ts'
import { shownName } from '../../mail/shown-text.ts'
import { vendorSetting } from '../../settings/vendor.ts'

interface Request {
  recipient: Pick<MessageRecipientRecord, 'tenantId' | 'target'>
  confirmUrl: string
}

const namesOf = async (ports: Ports, tenantId: string) => {
  const { name: product } = await vendorSetting.ofVendor(ports.store)
  const tenant = await ports.store.tenants.get(tenantId)
  return { product, place: shownName(tenant?.name ?? '') || product }
}

/**
 * Composes an email that asks its recipient whether they want messages of an account; nothing else is sent before they
 * agree.
 */
const confirmRecipientMail = async (ports: Ports, { recipient, confirmUrl }: Request): Promise<Mail> => {
  const { product, place } = await namesOf(ports, recipient.tenantId)
  return compose({
    to: { email: recipient.target, name: '' },
    subject: `Confirm notifications from ${place}`,
    isAwaited: true,
    reason: 'recipient',
    account: place,
    paragraphs: [
      `An administrator of ${place} wants to send notifications of ${product} to this email.`,
      'Nothing is sent until you confirm. The link works for 7 days.',
      'If you don’t want these emails, ignore this one.',
    ],
    action: { label: 'Confirm', href: confirmUrl },
  })
}

const confirmRecipientText = async (ports: Ports, { recipient, confirmUrl }: Request): Promise<string> => {
  const { product, place } = await namesOf(ports, recipient.tenantId)
  return `${product}: ${place} wants to send notifications to this number. To get them, confirm: ${confirmUrl}`
}

/** The action of a link in a message. */
export type LinkUse = 'confirm' | 'stop'

const PATHS: Readonly<Record<LinkUse, string>> = {
  confirm: messageRecipients.showConfirmation.path,
  stop: messageRecipients.showStop.path,
}

const CONFIRM_LIFE_MS = 7 * 86_400_000

/** Derives the token of a link, so that every message contains a valid link without storing one. */
const tokenOf = ({ keyedHash }: Pick<Ports, 'keyedHash'>, use: LinkUse, id: string) => keyedHash(`recipient-${use}`, id)

export const recipientLink = async (
  ports: Pick<Ports, 'keyedHash' | 'config'>,
  use: LinkUse,
  { id }: Pick<MessageRecipientRecord, 'id'>,
): Promise<string> => {
  const url = new URL(PATHS[use], ports.config.apiUrl)
  url.searchParams.set('id', id)
  url.searchParams.set('token', await tokenOf(ports, use, id))
  return url.href
}

/** Returns the recipient whom an email of ours goes to, by the link in it that stops such emails. */
export const recipientOfStopUrl = (
  { store }: Pick<Ports, 'store'>,
  stopUrl: string,
): Promise<MessageRecipientRecord | undefined> =>
  store.messageRecipients.get(new URL(stopUrl).searchParams.get('id') ?? '')

/**
 * Returns the recipient of a link.
 *
 * @throws Refusal 400 for a link that was made up or has expired
 */
export const recipientOfLink = async (
  ports: Ports,
  use: LinkUse,
  { id, token }: { id: string; token: string },
): Promise<MessageRecipientRecord> => {
  // Both are hashed once more, so that the duration of the comparison reveals nothing about the token.
  const [given, wanted] = await Promise.all(
    [token, await tokenOf(ports, use, id)].map((each) => ports.keyedHash('link', each)),
  )
  const isGenuine = given === wanted
  const found = isGenuine ? await ports.store.messageRecipients.get(id) : undefined
  const isOver = use === 'confirm' && (found?.sentAt ?? 0) + CONFIRM_LIFE_MS < ports.clock.now()
  if (!found || isOver)
    throw badRequest('This link has expired. Ask the administrator who added you for another one.').as('link-expired')
  return found
}

const DAY_MS = 86_400_000
/** Limits requests to confirm, per account, and per email or phone number across all accounts. */
const PER_ACCOUNT: Limit = { name: 'recipient-requests', tries: 100, windowMs: DAY_MS }
const PER_TARGET: Limit = { name: 'recipient-request-target', tries: 3, windowMs: DAY_MS }
const TOO_MANY = 429

type Place = Pick<MessageRecipientRecord, 'tenantId' | 'channel' | 'target'>

/** Returns the stored recipient; a new one is pending until it is confirmed. */
const keptRecipient = async (ports: Ports, place: Place): Promise<MessageRecipientRecord> => {
  const { tenantId, channel, target } = place
  const find = () => ports.store.messageRecipients.find({ tenantId, channel, target })
  const found = await find()
  if (found) return found
  const now = ports.clock.now()
  const fresh = {
    ...place,
    id: ports.random.uuid(),
    state: 'pending',
    sentAt: null,
    createdAt: now,
    updatedAt: now,
  } as const
  return firstInserted(ports.store.messageRecipients.insert(fresh), find)
}

const hasLoginPhone = async ({ store }: Ports, userId: string, phone: string): Promise<boolean> =>
  (await loginPhoneOf(store, userId)) === phone

/** Returns whether the recipient is a member with this verified email or phone number, who agreed by joining. */
const isProvenMember = async (ports: Ports, { tenantId, channel, target }: Place): Promise<boolean> => {
  const active = { tenantId, activated: true, disabledAt: null }
  if (channel === 'email') return (await ports.store.members.count({ ...active, email: target, verified: true })) > 0
  const members = await ports.store.members.list({ ...active, phone: target })
  return (await Promise.all(members.map(({ userId }) => hasLoginPhone(ports, userId, target)))).some(Boolean)
}

/**
 * Asks a recipient to confirm.
 *
 * @throws Refusal 429 when the limit of the account or of the recipient is reached
 */
export const requestConfirmation = async (ports: Ports, recipient: MessageRecipientRecord): Promise<void> => {
  const { id, tenantId, channel, target } = recipient
  await takeAttempt(ports, PER_ACCOUNT, tenantId)
  await takeAttempt(ports, PER_TARGET, `${channel}:${mailboxOf(target)}`)
  const now = ports.clock.now()
  await ports.store.messageRecipients.update({ id, state: 'pending' }, { sentAt: now, updatedAt: now })
  const request = { recipient, confirmUrl: await recipientLink(ports, 'confirm', recipient) }
  if (channel === 'email') await post(ports, await confirmRecipientMail(ports, request))
  else await sendText(ports, target, await confirmRecipientText(ports, request))
}

const requestOnce = async (ports: Ports, recipient: MessageRecipientRecord): Promise<void> => {
  if (recipient.sentAt !== null) return
  try {
    await requestConfirmation(ports, recipient)
  } catch (error) {
    // The request can be sent later from the page.
    if (!(error instanceof Refusal && error.status === TOO_MANY)) throw error
  }
}

/** Returns whether messages may be sent to a recipient, by their consent or by joining the account. */
export const hasAgreed = async (ports: Ports, recipient: MessageRecipientRecord): Promise<boolean> =>
  recipient.state === 'confirmed' || (recipient.state === 'pending' && (await isProvenMember(ports, recipient)))

/**
 * Returns the recipient if messages may be sent to it. A recipient that has yet to agree receives one request to do so.
 */
export const confirmedRecipient = async (ports: Ports, place: Place): Promise<MessageRecipientRecord | undefined> => {
  const recipient = await keptRecipient(ports, place)
  if (await hasAgreed(ports, recipient)) return recipient
  if (recipient.state === 'pending') await requestOnce(ports, recipient)
  return undefined
}

/** Returns the recipients that messages may be sent to. */
export const confirmedRecipients = async (
  ports: Ports,
  { tenantId, channel }: Omit<Place, 'target'>,
  targets: readonly string[],
): Promise<MessageRecipientRecord[]> => {
  const agreed: MessageRecipientRecord[] = []
  for (const target of targets) {
    const recipient = await confirmedRecipient(ports, { tenantId, channel, target })
    if (recipient) agreed.push(recipient)
  }
  return agreed
}

/** Returns how many of these recipients have stopped the account's messages. */
export const countStopped = (
  { store }: Ports,
  place: Omit<Place, 'target'>,
  targets: readonly string[],
): Promise<number> =>
  store.messageRecipients.count({
    tenantId: place.tenantId,
    channel: place.channel,
    target: { in: targets },
    state: 'stopped',
  })

/** Returns the recipients of a channel for the page. Recipients who agreed by joining count as confirmed. */
export const recipientStates = async (ports: Ports, { tenantId, channel }: Omit<Place, 'target'>) => {
  const all = await ports.store.messageRecipients.list({ tenantId, channel })
  return Promise.all(
    all.map(async (recipient) => {
      const isMember = recipient.state === 'pending' && (await isProvenMember(ports, recipient))
      return { ...recipient, state: isMember ? ('confirmed' as const) : recipient.state }
    }),
  )
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The field of a body that names recipients. */
type RecipientsIn = 'subscriptions' | 'recipients' | 'to'

const targetsIn = (body: Readonly<Record<string, unknown>>, field: RecipientsIn): readonly unknown[] =>
  field === 'subscriptions'
    ? listOf(body.subscriptions)
        .filter(isRecord)
        .flatMap(({ recipients }) => listOf(recipients))
    : listOf(body[field])

/**
 * Returns whether a request names a recipient, other than the caller, who hasn't confirmed messages of the account: a
 * stolen session could send the account's data there. This includes members, because inviting one requires no proof.
 */
export const sendsOutside =
  (field: RecipientsIn): FreshWhen =>
  async ({ ports, auth: { tenantId, user }, body }) => {
    const named = new Set(targetsIn(body, field).map((target) => writtenText(target).trim().toLowerCase()))
    named.delete(user.email)
    const agreed = { tenantId, state: 'confirmed', target: { in: [...named] } } as const
    return (await ports.store.messageRecipients.count(agreed)) < named.size
  }
