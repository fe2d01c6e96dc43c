import type { Mailer, Texter } from '../ports.ts'
import type { MessageRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

interface Needs {
  store: Pick<Store, 'messages'>
  clock: { now(): number }
  random: { uuid(): string }
}

const put = ({ store, clock, random }: Needs, message: Omit<MessageRecord, 'id' | 'createdAt'>) =>
  store.messages.insert({ id: random.uuid(), createdAt: clock.now(), ...message })

/** Keeps mails in the store, where the inbox page shows them. */
export const createInboxMailer = (needs: Needs): Mailer => ({
  async send({ to, subject, text, html }) {
    await put(needs, { channel: 'mail', to, subject, text, html })
  },
})

/** Keeps text messages in the store, where the inbox page shows them. */
export const createInboxTexter = (needs: Needs): Texter => ({
  async send(phone, text) {
    await put(needs, { channel: 'sms', to: phone, subject: '', text, html: '' })
  },
})
