import type { MailEndpointSettings } from '../backend/adapters/mail-endpoint.ts'
import type { MessageEndpoint } from '../backend/adapters/message-post.ts'
import type { SmsSettings } from '../backend/adapters/texter.ts'
import type { TwilioSettings } from '../backend/adapters/twilio.ts'
import { isLoopbackHost } from '../backend/call/inner-host.ts'
import { typedSecret } from '../backend/domain/delivery/webhooks/webhook-secrets.ts'
import { assertTogether } from './services.ts'
import { readSender, readSmtpUrl } from './setting-urls.ts'
import { readUrl, SettingError } from './setting-values.ts'
import type { Environment } from './settings-file.ts'

/** Throws if both are set, because one of them would be ignored silently. */
const assertOne = (env: Environment, first: string, second: string): void => {
  if (env[first] && env[second]) throw new SettingError(`${first} and ${second} are both set. Remove one of them.`)
}

/**
 * Reads a URL for messages. They contain codes and links, which could be intercepted on the way to another machine
 * without TLS.
 */
const readMessageUrl = (env: Environment, name: string): string | undefined => {
  const text = readUrl(name, env[name], ['https:', 'http:'])
  if (!text) return undefined
  const { protocol, hostname, username, password } = new URL(text)
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    throw new SettingError(`${name} must start with https://, except on localhost.`)
  if (username || password)
    throw new SettingError(`${name} must have no user name and no password: requests are signed instead.`)
  return text
}

/** Reads a secret by the rules of webhook secrets. */
const readMessageSecret = (name: string, text: string): string => {
  try {
    return typedSecret(text) ?? ''
  } catch (error) {
    throw new SettingError(
      `${name} can't sign: ${error instanceof Error ? error.message : String(error)}. Make one with 'openssl rand -hex 32'.`,
    )
  }
}

const readEndpoint = (env: Environment, urlName: string, secretName: string): MessageEndpoint | undefined => {
  assertTogether(env, [urlName, secretName])
  const url = readMessageUrl(env, urlName)
  if (!url) return undefined
  const secret = env[secretName]
  if (!secret) throw new SettingError(`${secretName} is needed together with ${urlName}.`)
  return { url, secret: readMessageSecret(secretName, secret) }
}

export interface MailSettings {
  smtpUrl: string | undefined
  mailEndpoint: MailEndpointSettings | undefined
}

/** Reads the settings for sending emails; at most one way is allowed. */
export const readMail = (env: Environment): MailSettings => {
  assertOne(env, 'SMTP_URL', 'MAIL_URL')
  assertTogether(env, ['MAIL_URL', 'MAIL_FROM'])
  const endpoint = readEndpoint(env, 'MAIL_URL', 'MAIL_SECRET')
  if (endpoint && !env.MAIL_FROM) throw new SettingError('MAIL_FROM is needed together with MAIL_URL.')
  return {
    smtpUrl: readSmtpUrl(env.SMTP_URL),
    mailEndpoint: endpoint && { ...endpoint, from: readSender('MAIL_FROM', env.MAIL_FROM ?? '') },
  }
}

const TWILIO_PARTS = [
  'TWILIO_AUTH_TOKEN',
  'TWILIO_API_KEY',
  'TWILIO_API_SECRET',
  'TWILIO_FROM',
  'TWILIO_MESSAGING_SERVICE_SID',
]

const assertSid = (name: string, text: string, prefix: string): void => {
  if (!new RegExp(`^${prefix}[0-9a-f]{32}$`, 'i').test(text))
    throw new SettingError(`${name} must be ${prefix} and 32 hexadecimal digits.`)
}

const readTwilioUser = (env: Environment, accountSid: string): Pick<TwilioSettings, 'user' | 'password'> => {
  const { TWILIO_AUTH_TOKEN: token, TWILIO_API_KEY: key, TWILIO_API_SECRET: secret } = env
  assertOne(env, 'TWILIO_AUTH_TOKEN', 'TWILIO_API_KEY')
  assertTogether(env, ['TWILIO_API_KEY', 'TWILIO_API_SECRET'])
  if (token) return { user: accountSid, password: token }
  if (!key) throw new SettingError('TWILIO_AUTH_TOKEN, or TWILIO_API_KEY, is needed together with TWILIO_ACCOUNT_SID.')
  assertSid('TWILIO_API_KEY', key, 'SK')
  if (!secret) throw new SettingError('TWILIO_API_SECRET is needed together with TWILIO_API_KEY.')
  return { user: key, password: secret }
}

/** E.164, a short code, or up to 11 letters, digits and spaces with at least one letter. */
const SENDER = /^(?:\+?\d{3,15}|(?=.*[a-z])[a-z\d ]{1,11})$/i

const readTwilioSender = (env: Environment): TwilioSettings['sender'] => {
  const { TWILIO_FROM: from, TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid } = env
  assertOne(env, 'TWILIO_FROM', 'TWILIO_MESSAGING_SERVICE_SID')
  if (messagingServiceSid) {
    assertSid('TWILIO_MESSAGING_SERVICE_SID', messagingServiceSid, 'MG')
    return { messagingServiceSid }
  }
  if (!from)
    throw new SettingError('TWILIO_FROM, or TWILIO_MESSAGING_SERVICE_SID, is needed together with TWILIO_ACCOUNT_SID.')
  if (SENDER.test(from)) return { from }
  throw new SettingError(
    'TWILIO_FROM must be a phone number like +12025550100, or a name of up to 11 letters and digits.',
  )
}

const readTwilio = (env: Environment): TwilioSettings | undefined => {
  assertTogether(env, ['TWILIO_ACCOUNT_SID', ...TWILIO_PARTS])
  const accountSid = env.TWILIO_ACCOUNT_SID
  if (!accountSid) return undefined
  assertSid('TWILIO_ACCOUNT_SID', accountSid, 'AC')
  return { accountSid, ...readTwilioUser(env, accountSid), sender: readTwilioSender(env) }
}

/** Reads the settings for sending text messages; at most one way is allowed. */
export const readSms = (env: Environment): SmsSettings | undefined => {
  assertOne(env, 'SMS_URL', 'TWILIO_ACCOUNT_SID')
  const endpoint = readEndpoint(env, 'SMS_URL', 'SMS_SECRET')
  if (endpoint) return { endpoint }
  const twilio = readTwilio(env)
  return twilio && { twilio }
}
