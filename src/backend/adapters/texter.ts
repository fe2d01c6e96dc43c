import type { Ports, Texter } from '../ports.ts'
import { type MessageEndpoint, postSigned } from './message-post.ts'
import { type SmsTimes, withRetries } from './sms-retries.ts'
import { createTwilioTexter, type TwilioSettings } from './twilio.ts'

type Needs = Pick<Ports, 'clock' | 'random'>

/**
 * Creates a texter that posts each text message as JSON (`to`, `text`), signed according to Standard Webhooks, to the
 * operator's service. An attempt that may have arrived is repeated too, with the same `Idempotency-Key`.
 *
 * @example createSmsEndpoint({ url: 'https://sms.example/send', secret: 'whsec_…' }, { clock, random })
 */
export const createSmsEndpoint = (
  endpoint: MessageEndpoint,
  { clock, random }: Needs,
  times: SmsTimes = {},
): Texter => ({
  async send(to, text, id = random.uuid()) {
    const attempt = (signal: AbortSignal) =>
      postSigned(endpoint, { id, content: { to, text }, now: clock.now(), signal })
    try {
      await withRetries({ attempt, mayRepeat: ({ isFinal }) => !isFinal }, times)
    } catch (cause) {
      throw new Error(`SMS_URL: ${new URL(endpoint.url).host} didn't accept the text message`, { cause })
    }
  },
})

/** Settings of the service that sends text messages. */
export type SmsSettings = { endpoint: MessageEndpoint } | { twilio: TwilioSettings }

export const createTexter = (settings: SmsSettings, needs: Pick<Ports, 'clock' | 'random'>): Texter =>
  'twilio' in settings ? createTwilioTexter(settings.twilio, needs) : createSmsEndpoint(settings.endpoint, needs)
