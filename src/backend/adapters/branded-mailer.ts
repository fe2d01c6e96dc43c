import { withShownDomains } from '../../rules/shown-domains.ts'
import { vendorSetting } from '../domain/settings/vendor.ts'
import type { Mail, Mailer, Ports } from '../ports.ts'
import { renderMail } from './mail-template.ts'
import type { MailTransport } from './mail-transport.ts'
import { rereading } from './rereading.ts'

/** Makes internationalized domains in texts readable; links and URLs stay unchanged. */
const withDomains = (mail: Mail): Mail => ({
  ...mail,
  subject: withShownDomains(mail.subject),
  paragraphs: mail.paragraphs.map(withShownDomains),
  account: withShownDomains(mail.account || mail.to),
})

/** Creates a mailer that renders every email in the style of the application, and passes it on. */
export const createBrandedMailer = (
  { store, random, clock }: Pick<Ports, 'store' | 'random' | 'clock'>,
  transport: MailTransport,
): Mailer => {
  // Cached for a while, so that a request that sends an email reads no more than one that finds no user.
  const brand = rereading(() => vendorSetting.ofVendor(store), clock.now)
  // Read ahead of the first email, which retries the read if it fails.
  brand().catch(() => undefined)
  return {
    async send(given) {
      const mail = withDomains(given)
      const rendered = renderMail(mail, await brand())
      const { paragraphs: _paragraphs, action: _action, reason: _reason, account: _account, ...envelope } = mail
      await transport.send({ id: random.uuid(), ...envelope, ...rendered })
    },
  }
}
