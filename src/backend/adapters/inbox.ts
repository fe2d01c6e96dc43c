import type { Texter } from '../ports.ts'
import type { MessageRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { MailTransport, RenderedMail } from './mail-transport.ts'

interface Needs {
  store: Pick<Store, 'messages'>
  clock: { now(): number }
  random: { uuid(): string }
}

const put = ({ store, clock, random }: Needs, message: Omit<MessageRecord, 'id' | 'createdAt'>) =>
  store.messages.insert({ id: random.uuid(), createdAt: clock.now(), ...message })

/** Appends the names of attachments, because only the text is shown. */
const withAttachments = ({ text, attachments = [] }: RenderedMail): string =>
  [text, ...attachments.map(({ fileName, content }) => `Attachment: ${fileName}, ${content.length} bytes`)].join('\n\n')

const attachmentsOf = ({ attachments = [] }: RenderedMail): string =>
  JSON.stringify(
    attachments.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content).toString('base64') })),
  )

/** Creates a transport that keeps emails in the store, where the inbox page shows them. */
export const createInboxTransport = (needs: Needs): MailTransport => ({
  async send(mail) {
    const { to, subject, html } = mail
    await put(needs, {
      channel: 'mail',
      to,
      subject,
      text: withAttachments(mail),
      html,
      attachments: attachmentsOf(mail),
    })
  },
})

/** Creates a texter that keeps text messages in the store, where the inbox page shows them. */
export const createInboxTexter = (needs: Needs): Texter => ({
  async send(phone, text) {
    await put(needs, { channel: 'sms', to: phone, subject: '', text, html: '', attachments: '[]' })
  },
})
