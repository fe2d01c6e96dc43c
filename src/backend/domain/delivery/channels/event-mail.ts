import type { Mail, Ports } from '../../../ports.ts'
import type { EventRecord } from '../../../store/records.ts'
import { compose, linkTo } from '../../mail/letter.ts'
import { shownName, shownSubject } from '../../mail/shown-name.ts'
import { vendorSetting } from '../../settings/vendor.ts'
import { bellEventOf } from '../notifications/bell-events.ts'

/** Composes an email about an event to a recipient of an account's notifications, who need not be a user. */
export const eventMail = async (
  ports: Ports,
  { to, stopUrl }: { to: string; stopUrl: string },
  event: EventRecord,
): Promise<Mail> => {
  const { name: product } = await vendorSetting.ofVendor(ports.store)
  const tenant = await ports.store.tenants.get(event.tenantId)
  const { title, body } = bellEventOf(event, shownSubject)
  const place = shownName(tenant?.name ?? '') || product
  return compose({
    to,
    subject: `${title} in ${place}`,
    reason: 'recipient',
    account: place,
    greeting: 'Hi,',
    paragraphs: [`${body}.`],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
    stopUrl,
  })
}
