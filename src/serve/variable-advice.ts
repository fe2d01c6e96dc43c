import { distance } from '../kernel/nearest-name.ts'
import { SECRET_FILES } from './secret-files.ts'

/** The variables of the reference that are long enough for a misspelling to be recognized. */
const VARIABLES = [
  'ALLOWED_ORIGINS',
  'APP_BASENAME',
  'APP_ROUTES',
  'APP_URL_STRATEGY',
  'AUDIT_RETENTION_DAYS',
  'BREACHED_PASSWORDS_URL',
  'CHOSEN_ACCOUNT_IDS',
  'CLIENT_ID',
  'CONFIG_FILE',
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'DEMO_SEED',
  'HOST_COOKIES',
  'LOG_LEVEL',
  'MAIL_FROM',
  'MAIL_SECRET',
  'MAIL_URL',
  'METRICS_HOST',
  'METRICS_PORT',
  'PASSWORD_QUEUE',
  'POST_LOGOUT_REDIRECT_URIS',
  'REDIRECT_URIS',
  'SEALING_KEY',
  'SEALING_KEY_NEXT',
  'SHUTDOWN_GRACE_SECONDS',
  'SHUTDOWN_SECONDS',
  'SLACK_API_URL',
  'SLACK_CLIENT_ID',
  'SLACK_CLIENT_SECRET',
  'SMS_SECRET',
  'SMTP_URL',
  'STRIPE_API_URL',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TOKEN_ALGORITHM',
  'TRUSTED_PROXIES',
  'TWILIO_ACCOUNT_SID',
  'TWILIO_API_KEY',
  'TWILIO_API_SECRET',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_FROM',
  'TWILIO_MESSAGING_SERVICE_SID',
  ...SECRET_FILES,
]

/** Variables that are too short to accept two wrong letters. */
const SHORT_VARIABLES = ['API_URL', 'APP_URL', 'CDN_URL', 'CLIENTS', 'DEMO', 'HOST', 'PORT', 'SMS_URL']

/** Every variable that the backend reads. */
export const VARIABLE_NAMES = [...VARIABLES, ...SHORT_VARIABLES]

const MAX_WRONG_LETTERS = 2

const meantBy = (name: string): string | undefined =>
  VARIABLES.find((known) => distance(name.toUpperCase(), known) <= MAX_WRONG_LETTERS)

/**
 * Returns a sentence for each variable that looks like a misspelled setting: it is ignored, because it may belong to
 * another program.
 */
export const adviseOnVariables = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(env)
    .filter((name) => !VARIABLES.includes(name) && !SHORT_VARIABLES.includes(name))
    .flatMap((name) => {
      const meant = meantBy(name)
      return meant && !env[meant] ? [`${name} is not a setting; did you mean ${meant}?`] : []
    })
