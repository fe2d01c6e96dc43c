import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import type { Ports, Texter } from '../ports.ts'
import { postMessage } from './message-post.ts'
import { type SmsTimes, withRetries } from './sms-retries.ts'

export interface TwilioSettings {
  /** `AC…` */
  accountSid: string
  /** The account SID with its auth token, or the SID and the secret of an API key. */
  user: string
  password: string
  /** A number or a name that the account may send from, or the SID (`MG…`) of a messaging service. */
  sender: { from: string } | { messagingServiceSid: string }
  /** @default Twilio's own */
  apiUrl?: string
}

const API_URL = 'https://api.twilio.com'

/**
 * Statuses after which a retry is safe: Twilio supports no idempotency key, so a message that may have been accepted is
 * not sent again.
 */
const SURELY_NOT_TAKEN = [429, 503]

export const twilioMessagesUrl = ({ apiUrl = API_URL, accountSid }: TwilioSettings): string =>
  `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`

export const twilioAuthorization = ({ user, password }: TwilioSettings): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

const senderOf = ({ sender }: TwilioSettings): Record<string, string> =>
  'from' in sender ? { From: sender.from } : { MessagingServiceSid: sender.messagingServiceSid }

/** Reads only `code`, because the response's `message` quotes the phone number. */
const readCode = async (response: Response): Promise<string> => {
  const body = parseJson(await response.text())
  return isRecord(body) && Number.isInteger(body.code) ? `Twilio error ${body.code}` : ''
}

/**
 * Creates a texter that uses Twilio's Messages API.
 *
 * @see https://www.twilio.com/docs/messaging/api/message-resource
 */
export const createTwilioTexter = (
  settings: TwilioSettings,
  { clock }: Pick<Ports, 'clock'>,
  times: SmsTimes = {},
): Texter => {
  const url = twilioMessagesUrl(settings)
  const headers = { authorization: twilioAuthorization(settings) }
  return {
    async send(to, text) {
      const body = new URLSearchParams({ To: to, Body: text, ...senderOf(settings) })
      try {
        await withRetries(
          {
            attempt: (signal) => postMessage({ url, headers, body, signal, now: clock.now(), readCode }),
            mayRepeat: ({ status, isUnsent }) => isUnsent || SURELY_NOT_TAKEN.includes(status ?? 0),
          },
          times,
        )
      } catch (cause) {
        throw new Error("TWILIO_ACCOUNT_SID: Twilio didn't accept the text message", { cause })
      }
    },
  }
}
