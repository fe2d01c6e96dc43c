import type { WireDate } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

const RECIPIENTS = '/identity/resources/fe/v1/message-recipients'

export interface MessageRecipient {
  id: string
  /** Email or phone number. */
  target: string
  /** Only confirmed recipients get messages; a recipient who stopped them gets no confirmation request either. */
  state: 'pending' | 'confirmed' | 'stopped'
  /** Time of the last confirmation request; `null` before the first. */
  sentAt: WireDate | null
}

interface Recipients {
  recipients: MessageRecipient[]
}

/** Values of a link in a message. */
interface RecipientLink {
  id: string
  token: string
}

const PAGE = { nav: true, noToken: true } as const

/** Recipients of event emails, event text messages and reports, who need not be users of the account. */
export const messageRecipients = {
  listEmailRecipients: endpoint<void, void, Recipients>()('GET', `${RECIPIENTS}/emails`),
  /**
   * @throws 404 unless the recipient is pending, 429 after 3 requests a day to one email or 100 of one account
   */
  requestEmailConfirmation: endpoint<void, void, object>()('POST', `${RECIPIENTS}/emails/{id}/requests`),
  listSmsRecipients: endpoint<void, void, Recipients>()('GET', `${RECIPIENTS}/sms`),
  requestSmsConfirmation: endpoint<void, void, object>()('POST', `${RECIPIENTS}/sms/{id}/requests`),
  /** Returns the page that messages link to; opening it changes nothing. */
  showConfirmation: endpoint<RecipientLink, void, void>()('GET', `${RECIPIENTS}/confirm`, PAGE),
  confirmRecipient: endpoint<void, RecipientLink, void>()('POST', `${RECIPIENTS}/confirm`, PAGE),
  showStop: endpoint<RecipientLink, void, void>()('GET', `${RECIPIENTS}/stop`, PAGE),
  /** Stops messages, also by the one-click request of mail programs, with the link in the query (RFC 8058). */
  stopMessages: endpoint<Partial<RecipientLink>, Partial<RecipientLink>, void>()('POST', `${RECIPIENTS}/stop`, PAGE),
}
