import type { SlackSettings } from '../backend/adapters/slack.ts'
import type { StripeSettings } from '../backend/adapters/stripe-payments.ts'
import { isLoopbackHost } from '../backend/call/inner-host.ts'
import { readUrl, SettingError } from './setting-values.ts'
import type { Environment } from './settings-file.ts'

/** Throws for settings without the one that enables them, because they would be ignored silently. */
export const assertTogether = (env: Environment, [first = '', ...others]: readonly string[]): void => {
  const names = others.filter((name) => env[name])
  if (names.length > 0 && !env[first]) throw new SettingError(`${first} is needed together with ${names.join(', ')}.`)
}

/** Requires `https:`, which keeps a network from seeing the range that a password is in. */
export const readBreachedPasswordsUrl = (env: Environment): string | undefined => {
  const name = 'BREACHED_PASSWORDS_URL'
  const text = readUrl(name, env[name], ['https:', 'http:'])
  if (!text) return undefined
  const { protocol, hostname, username, password } = new URL(text)
  if (protocol === 'http:' && !isLoopbackHost(hostname))
    throw new SettingError(`${name} must start with https://, except on localhost.`)
  if (username || password || /[?#]/.test(text))
    throw new SettingError(
      `${name} must end with a path such as /range, which five digits are added to, and have no user name and no password.`,
    )
  return text
}

export const readStripe = (env: Environment): StripeSettings | undefined => {
  assertTogether(env, ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_API_URL'])
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PUBLISHABLE_KEY: key } = env
  if (!secretKey) return undefined
  if (!webhookSecret) throw new SettingError('STRIPE_WEBHOOK_SECRET is needed together with STRIPE_SECRET_KEY.')
  if (!key) throw new SettingError('STRIPE_PUBLISHABLE_KEY is needed together with STRIPE_SECRET_KEY.')
  const apiUrl = readUrl('STRIPE_API_URL', env.STRIPE_API_URL, ['http:', 'https:'])
  return { secretKey, webhookSecret, publishableKey: key, ...(apiUrl && { apiUrl }) }
}

export const readSlack = (env: Environment): SlackSettings | undefined => {
  assertTogether(env, ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_API_URL'])
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = env
  if (!clientId) return undefined
  if (!clientSecret) throw new SettingError('SLACK_CLIENT_SECRET is needed together with SLACK_CLIENT_ID.')
  const apiUrl = readUrl('SLACK_API_URL', env.SLACK_API_URL, ['http:', 'https:'])
  return { clientId, clientSecret, ...(apiUrl && { apiUrl }) }
}
