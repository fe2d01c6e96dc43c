import type { Mail, Ports } from '../../ports.ts'
import type { MessageRecipientRecord } from '../../store/records.ts'
import { vendorSetting } from '../settings/vendor.ts'
import { compose } from './letter.ts'
import { shownName } from './shown-text.ts'

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
export const confirmRecipientMail = async (ports: Ports, { recipient, confirmUrl }: Request): Promise<Mail> => {
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

export const confirmRecipientText = async (ports: Ports, { recipient, confirmUrl }: Request): Promise<string> => {
  const { product, place } = await namesOf(ports, recipient.tenantId)
  return `${product}: ${place} wants to send notifications to this number. To get them, confirm: ${confirmUrl}`
}
