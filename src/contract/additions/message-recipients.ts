import type { WireDate } from '../../entities/wire.ts'
import { endpoint } from '../endpoint.ts'

const RECIPIENTS = '/identity/resources/fe/v1/message-recipients'

export interface MessageRecipient {
  id: string
  /** Email or phone number. */
  target: string
  /** Messages are sent to confirmed recipients only; one who stopped them gets no request either. */
  state: 'pending' | 'confirmed' | 'stopped'
  /** When the last request to confirm was sent; `null` before the first. */
  sentAt: WireDate | null
}

interface Recipients {
  recipients: MessageRecipient[]
}

/** What a link in a message carries. */
interface RecipientLink {
  id: string
  token: string
}

const PAGE = { nav: true, noToken: true } as const

/** Recipients of event emails, event text messages and reports, who need not be users of the account. */
export const messageRecipients = {
  listEmailRecipients: endpoint<void, void, Recipients>()('GET', `${RECIPIENTS}/emails`),
  /** @throws 404 unless the recipient waits, 429 after 3 requests a day to one email or 100 of one account */
  requestEmailConfirmation: endpoint<void, void, object>()('POST', `${RECIPIENTS}/emails/{id}/requests`),
  listSmsRecipients: endpoint<void, void, Recipients>()('GET', `${RECIPIENTS}/sms`),
  requestSmsConfirmation: endpoint<void, void, object>()('POST', `${RECIPIENTS}/sms/{id}/requests`),
  /** The pages that messages link to; looking at them changes nothing. */
  showConfirmation: endpoint<RecipientLink, void, void>()('GET', `${RECIPIENTS}/confirm`, PAGE),
  confirmRecipient: endpoint<void, RecipientLink, void>()('POST', `${RECIPIENTS}/confirm`, PAGE),
  showStop: endpoint<RecipientLink, void, void>()('GET', `${RECIPIENTS}/stop`, PAGE),
  /** Also by the one click of mail programs, with the link in the query (RFC 8058). */
  stopMessages: endpoint<Partial<RecipientLink>, Partial<RecipientLink>, void>()('POST', `${RECIPIENTS}/stop`, PAGE),
}
