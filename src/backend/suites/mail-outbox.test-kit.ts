import { createOutbox } from '../adapters/mail-outbox.ts'
import type { MailTransport, RenderedMail } from '../adapters/mail-transport.ts'
import type { Kit } from './kit.test-kit.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 1_440 * MINUTE_MS

export const aMail = (subject: string): RenderedMail => ({
  id: `id of ${subject}`,
  to: 'ada@acme.test',
  subject,
  text: 'The code is 481516',
  html: '<p>481516</p>',
  attachments: [{ fileName: 'report.pdf', type: 'application/pdf', content: new Uint8Array([0, 255, 37]) }],
})

/** Creates a mail server that accepts an email, fails or never responds, as set by the test. */
export const createTransport = () => {
  const taken: RenderedMail[] = []
  let tries = 0
  let respond: (mail: RenderedMail) => Promise<void> = async (mail) => void taken.push(mail)
  const transport: MailTransport = {
    send(mail) {
      tries += 1
      return respond(mail)
    },
  }
  const take = respond
  return {
    transport,
    taken,
    tries: () => tries,
    respond: (by: typeof respond) => {
      respond = by
    },
    recover: () => {
      respond = take
    },
  }
}

export const subjectsOf = (mails: readonly RenderedMail[]) => mails.map(({ subject }) => subject)

export const notices = (count: number) => Array.from({ length: count }, (_, at) => aMail(`Notice ${at}`))

/** Creates the steps that tests of the outbox share. */
export const outboxSteps = (kit: () => Kit) => ({
  open: () => {
    const server = createTransport()
    return { ...server, outbox: createOutbox(kit().ports, server.transport) }
  },
  rows: () => kit().store.outgoingMails.list({}),
  /** Stores emails without sending them, as if the process that accepted them had ended. */
  store: async (...mails: readonly RenderedMail[]) => {
    const outbox = createOutbox(kit().ports, createTransport().transport)
    await outbox.start()()
    for (const mail of mails) await outbox.send(mail)
  },
})
