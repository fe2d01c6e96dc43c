import { type TwilioSettings, twilioAuthorization, twilioMessagesUrl } from '../../backend/adapters/twilio.ts'
import type { ServeSettings } from '../settings.ts'
import { checkEndpoint } from './check-endpoint.ts'
import type { Finding } from './finding.ts'

const TIMEOUT_MS = 5_000

const REFUSED: Readonly<Record<number, Finding>> = {
  401: {
    check: 'SMS',
    level: 'fault',
    text: "Twilio refuses the credentials. Correct TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, or the API key's SID and secret.",
  },
  // A restricted API key may be allowed to send messages, but not to read them.
  403: { check: 'SMS', level: 'ok', text: 'Twilio can be reached; the API key can only send.' },
  404: { check: 'SMS', level: 'fault', text: 'Twilio has no such account. Correct TWILIO_ACCOUNT_SID.' },
}

/** Requests the account's messages without reading any, because that needs the same credentials as sending. */
const checkTwilio = async (twilio: TwilioSettings): Promise<Finding> => {
  try {
    const response = await fetch(`${twilioMessagesUrl(twilio)}?PageSize=1`, {
      headers: { authorization: twilioAuthorization(twilio) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.body?.cancel()
    if (response.ok) return { check: 'SMS', level: 'ok', text: 'Twilio takes text messages.' }
    const { status } = response
    return REFUSED[status] ?? { check: 'SMS', level: 'warning', text: `Twilio responds with ${status}. Try again.` }
  } catch {
    return { check: 'SMS', level: 'fault', text: "Twilio can't be reached. Open the way to api.twilio.com:443." }
  }
}

/** Checks the configured way to send text messages; none is sent. */
export const checkSms = async ({ sms }: Pick<ServeSettings, 'sms'>): Promise<Finding[]> => {
  if (!sms) return []
  return ['twilio' in sms ? await checkTwilio(sms.twilio) : await checkEndpoint('SMS', 'SMS_URL', sms.endpoint.url)]
}
