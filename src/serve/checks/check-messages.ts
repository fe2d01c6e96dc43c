import { verifySmtp } from '../../backend/adapters/smtp-mailer.ts'
import { type TwilioSettings, twilioAuthorization, twilioMessagesUrl } from '../../backend/adapters/twilio.ts'
import type { ServeSettings } from '../settings.ts'
import type { Finding } from './finding.ts'

const TIMEOUT_MS = 5_000

/** Checks whether a service of the operator is reachable. The request is a GET, so that it sends no message. */
const checkEndpoint = async (check: Finding['check'], setting: string, url: string): Promise<Finding> => {
  const { host } = new URL(url)
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' })
    await response.body?.cancel()
    return response.status === 404
      ? { check, level: 'warning', text: `${setting}: ${host} responds with 404. Check the path of the URL.` }
      : { check, level: 'ok', text: `${setting}: ${host} can be reached.` }
  } catch {
    return { check, level: 'fault', text: `${setting}: ${host} can't be reached. Start it, or correct the URL.` }
  }
}

const FIXES: Readonly<Record<string, string>> = {
  EAUTH: 'it refused the user name or password. Correct them in SMTP_URL',
  ETLS: 'it offers no encryption, and the password is sent over TLS only. Use smtps:// or a server with STARTTLS',
  EDNS: 'its name has no IP address. Correct the host in SMTP_URL',
  ENOTFOUND: 'its name has no IP address. Correct the host in SMTP_URL',
  ECONNREFUSED: 'it refused the connection. Correct the port in SMTP_URL, or start it',
  ETIMEDOUT: 'it did not respond in time. Open the way to it in the firewall',
}

/** Returns only the error's code, because replies of the server may quote the request. */
const reasonOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  const refused = error instanceof Error && error.message.includes('ECONNREFUSED')
  return FIXES[refused ? 'ECONNREFUSED' : code] ?? `the connection failed (${code}). Check SMTP_URL`
}

const checkSmtp = async (smtpUrl: string): Promise<Finding> => {
  const { host } = new URL(smtpUrl)
  try {
    await verifySmtp(smtpUrl)
    return { check: 'mail', level: 'ok', text: `${host} takes emails.` }
  } catch (error) {
    return { check: 'mail', level: 'fault', text: `${host} can't be used: ${reasonOf(error)}.` }
  }
}

/** Checks the configured way to send emails; no email is sent. */
export const checkMail = async ({
  smtpUrl,
  mailEndpoint,
}: Pick<ServeSettings, 'smtpUrl' | 'mailEndpoint'>): Promise<Finding[]> => {
  if (mailEndpoint) return [await checkEndpoint('mail', 'MAIL_URL', mailEndpoint.url)]
  return smtpUrl ? [await checkSmtp(smtpUrl)] : []
}

const TWILIO_TIMEOUT_MS = 5_000

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
      signal: AbortSignal.timeout(TWILIO_TIMEOUT_MS),
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
