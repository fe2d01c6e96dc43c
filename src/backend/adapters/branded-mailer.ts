import { vendorPolicy } from '../domain/policies/policies.ts'
import type { Mailer, Ports } from '../ports.ts'
import { renderMail } from './mail-template.ts'
import type { MailTransport } from './mail-transport.ts'

/** Gives every email the form of the application's emails, and passes it on. */
export const createBrandedMailer = (
  { store, random }: Pick<Ports, 'store' | 'random'>,
  transport: MailTransport,
): Mailer => ({
  async send(mail) {
    const rendered = renderMail(mail, await vendorPolicy(store, 'vendor'))
    const { paragraphs: _paragraphs, action: _action, reason: _reason, account: _account, ...envelope } = mail
    await transport.send({ id: random.uuid(), ...envelope, ...rendered })
  },
})
