import { verifySmtp } from '../../backend/adapters/smtp-mailer.ts'
import type { ServeSettings } from '../settings.ts'
import { checkEndpoint } from './check-endpoint.ts'
import type { Finding } from './finding.ts'

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
