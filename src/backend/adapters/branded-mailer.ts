import { vendorPolicy } from '../domain/policies/policies.ts'
import type { Mailer, Ports } from '../ports.ts'
import { renderMail } from './mail-template.ts'
import type { MailTransport } from './mail-transport.ts'
import { readAhead } from './rereading.ts'

/** Gives every email the form of the application's emails, and passes it on. */
export const createBrandedMailer = (
  { store, random }: Pick<Ports, 'store' | 'random'>,
  transport: MailTransport,
): Mailer => {
  // A request that sends an email waits no longer than one that finds no user.
  const brand = readAhead(() => vendorPolicy(store, 'vendor'))
  return {
    async send(mail) {
      const rendered = renderMail(mail, await brand())
      const { paragraphs: _paragraphs, action: _action, reason: _reason, account: _account, ...envelope } = mail
      await transport.send({ id: random.uuid(), ...envelope, ...rendered })
    },
  }
}
