import { Refusal } from '../../../call/refusal.ts'
import type { Ports } from '../../../ports.ts'
import type { MessageRecipientRecord } from '../../../store/records.ts'
import { DuplicateError } from '../../../store/store.ts'
import { type Limit, takeAttempt } from '../../base/limits/limits.ts'
import { mailboxOf } from '../../base/limits/mailbox.ts'
import { loginPhoneOf } from '../../identity/credentials/login-phone.ts'
import { sendText } from '../../identity/credentials/phones.ts'
import { post } from '../../mail/mails.ts'
import { confirmRecipientMail, confirmRecipientText } from '../../mail/recipient-messages.ts'
import { recipientLink } from './recipient-links.ts'

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
  try {
    return await ports.store.messageRecipients.insert(fresh)
  } catch (error) {
    const other = error instanceof DuplicateError ? await find() : undefined
    if (!other) throw error
    return other
  }
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

/**
 * Returns the recipient if messages may be sent to it. A recipient that has yet to agree receives one request to do so.
 */
export const agreedRecipient = async (ports: Ports, place: Place): Promise<MessageRecipientRecord | undefined> => {
  const recipient = await keptRecipient(ports, place)
  if (recipient.state === 'confirmed') return recipient
  if (recipient.state === 'stopped') return undefined
  if (await isProvenMember(ports, place)) return recipient
  await requestOnce(ports, recipient)
  return undefined
}

/** Returns the recipients that messages may be sent to. */
export const agreedRecipients = async (
  ports: Ports,
  { tenantId, channel }: Omit<Place, 'target'>,
  targets: readonly string[],
): Promise<MessageRecipientRecord[]> => {
  const agreed: MessageRecipientRecord[] = []
  for (const target of targets) {
    const recipient = await agreedRecipient(ports, { tenantId, channel, target })
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
