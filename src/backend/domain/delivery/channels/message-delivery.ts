import type { Mail, Ports } from '../../../ports.ts'
import type {
  ChannelConfigRecord,
  DeliveryRecord,
  EventRecord,
  MessageRecipientRecord,
} from '../../../store/records.ts'
import { type Limit, takeAttempt } from '../../base/limits/limits.ts'
import { recipientsOf } from '../../events/subscriptions.ts'
import { isVouchedFor } from '../../identity/guarantor/event-areas.ts'
import { compose, linkTo } from '../../mail/letter.ts'
import { sendLater } from '../../mail/mails.ts'
import { shownName, shownSubject, startOfText } from '../../mail/shown-text.ts'
import { vendorSetting } from '../../settings/vendor.ts'
import { bellEventOf } from '../notifications/bell-events.ts'
import { attempted, type OpenDelivery } from './attempted.ts'
import { confirmedRecipient, hasAgreed, recipientLink, recipientOfStopUrl } from './recipients.ts'

/** Composes an email about an event to a recipient of an account's notifications, who need not be a user. */
const eventMail = async (
  ports: Ports,
  { to, stopUrl }: { to: string; stopUrl: string },
  event: EventRecord,
): Promise<Mail> => {
  const { name: product } = await vendorSetting.ofVendor(ports.store)
  const tenant = await ports.store.tenants.get(event.tenantId)
  const { title, body } = bellEventOf(event, shownSubject)
  const place = shownName(tenant?.name ?? '') || product
  return compose({
    to: { email: to, name: '' },
    subject: `${title} in ${place}`,
    reason: 'recipient',
    account: place,
    paragraphs: [`${body}.`],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
    stopUrl,
  })
}

const HOUR_MS = 3_600_000
/** Messages beyond these limits wait and arrive later. */
const EMAILS: Limit = { name: 'event-emails', tries: 2_000, windowMs: HOUR_MS }
const TEXTS: Limit = { name: 'event-texts', tries: 500, windowMs: HOUR_MS }

/** The maximum length of the text. With the link that stops the messages, it fits in two or three text messages. */
const MAX_TEXT = 200

const textOf = async (ports: Ports, event: EventRecord): Promise<string> => {
  const { name } = await vendorSetting.ofVendor(ports.store)
  const { title, body } = bellEventOf(event, shownSubject)
  return startOfText(`${name}: ${title}. ${body}`.replaceAll(/\s+/g, ' '), MAX_TEXT)
}

/** Returns the notification of an event if it still has the recipient, and its administrator may still see the event. */
const configNow = async (
  ports: Ports,
  { webhookId, target }: DeliveryRecord,
  { key }: EventRecord,
): Promise<ChannelConfigRecord | undefined> => {
  const config = await ports.store.channelConfigs.get(webhookId)
  if (!config || !recipientsOf(config).includes(target)) return undefined
  return (await isVouchedFor(ports, config, key)) ? config : undefined
}

/** Returns the recipient of an event if they may get it now: administrators and recipients may have changed their mind. */
const recipientNow = async (
  ports: Ports,
  delivery: DeliveryRecord,
  event: EventRecord,
): Promise<MessageRecipientRecord | undefined> => {
  const { tenantId, target } = delivery
  const config = await configNow(ports, delivery, event)
  return config && confirmedRecipient(ports, { tenantId, channel: config.channel, target })
}

/** Opens the delivery of an event to one recipient, as an email or a text message. */
export const openMessage = async (
  ports: Ports,
  delivery: DeliveryRecord,
  opened: EventRecord,
): Promise<OpenDelivery | undefined> => {
  const { channel, target, tenantId } = delivery
  const recipient = await recipientNow(ports, delivery, opened)
  if (!recipient) return undefined
  const stopUrl = await recipientLink(ports, 'stop', recipient)
  return attempted(ports, delivery, async ({ id }, event) => {
    await takeAttempt(ports, channel === 'sms' ? TEXTS : EMAILS, tenantId)
    if (channel === 'sms') await ports.texter.send(target, `${await textOf(ports, event)} Stop: ${stopUrl}`, id)
    else await sendLater(ports, { ...(await eventMail(ports, { to: target, stopUrl }, event)), id })
  })
}

/**
 * Returns whether an email may still be sent that waited for the mail server, which may take days. Its recipient may
 * have stopped such emails, and an event may have lost its subscription or the administrator who may see it. No request
 * to agree is sent.
 */
export const isStillWanted = async (
  ports: Ports,
  { id, stopUrl }: { id: string; stopUrl?: string | undefined },
): Promise<boolean> => {
  if (stopUrl === undefined) return true
  const recipient = await recipientOfStopUrl(ports, stopUrl)
  if (!recipient || !(await hasAgreed(ports, recipient))) return false
  const delivery = await ports.store.deliveries.get(id)
  const event = delivery && (await ports.store.events.get(delivery.eventId))
  return !delivery || !event || (await configNow(ports, delivery, event)) !== undefined
}
