import { distance } from '../../src/kernel/nearest-name.ts'

/** The variables of README.md that are long enough for a misspelling to be one of nothing else. */
const VARIABLES = [
  'ALLOWED_ORIGINS',
  'APP_BASENAME',
  'APP_ROUTES',
  'APP_URL_STRATEGY',
  'AUDIT_RETENTION_DAYS',
  'CONFIG_FILE',
  'DATABASE_URL',
  'DATA_DIR',
  'DEMO_SEED',
  'LOG_LEVEL',
  'POST_LOGOUT_REDIRECT_URIS',
  'REDIRECT_URIS',
  'SEALING_KEY',
  'SLACK_API_URL',
  'SLACK_CLIENT_ID',
  'SLACK_CLIENT_SECRET',
  'SMTP_URL',
  'STRIPE_API_URL',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TRUSTED_PROXIES',
]

const MAX_WRONG_LETTERS = 2

const meantBy = (name: string): string | undefined =>
  VARIABLES.find((known) => distance(name.toUpperCase(), known) <= MAX_WRONG_LETTERS)

/** One sentence for each variable that looks like a misspelled setting: it is ignored, as it may belong to another program. */
export const adviseOnVariables = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(env)
    .filter((name) => !VARIABLES.includes(name))
    .flatMap((name) => {
      const meant = meantBy(name)
      return meant && !env[meant] ? [`${name} is not a setting; did you mean ${meant}?`] : []
    })
