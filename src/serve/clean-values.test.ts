import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENV } from './served.test-kit.ts'
import { readServeSettings } from './settings.ts'

const read = (env: Record<string, string>) => readServeSettings(env, '/srv/front-entry')

/** Valid settings, each with the other settings that it needs. */
const SETTINGS: Readonly<Record<string, Record<string, string>>> = {
  API_URL: {},
  APP_BASENAME: { APP_BASENAME: '/app' },
  APP_ROUTES: { APP_ROUTES: '{\n  "loginUrl": "/sign-in"\n}' },
  APP_URL: {},
  BREACHED_PASSWORDS_URL: { BREACHED_PASSWORDS_URL: 'https://ranges.example.com/range' },
  CLIENT_ID: {},
  CLIENTS: { CLIENTS: '[{"clientId":"shop","appUrl":"https://shop.example.com"}]' },
  DATA_DIR: { DATA_DIR: '/srv/data' },
  DATABASE_URL: { DATABASE_URL: 'postgres://app:word@db/app' },
  HOST: { HOST: '0.0.0.0' },
  LOG_LEVEL: { LOG_LEVEL: 'info' },
  PORT: { PORT: '3001' },
  REDIRECT_URIS: { REDIRECT_URIS: 'https://app.example.com/a,\n  https://app.example.com/b' },
  SEALING_KEY: {},
  SMTP_URL: {},
  STRIPE_SECRET_KEY: { STRIPE_SECRET_KEY: 'sk_1', STRIPE_PUBLISHABLE_KEY: 'pk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
  TWILIO_AUTH_TOKEN: {
    TWILIO_AUTH_TOKEN: 'a1b2',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_FROM: '+12025550100',
  },
}

for (const [name, more] of Object.entries(SETTINGS)) {
  const env: Record<string, string> = { ...ENV, ...more }
  const value = env[name] ?? ''

  test(`${name} is the same with the line end of Windows, blanks or a byte order mark around it`, () => {
    const expected = read(env)
    for (const [before, after] of [
      ['', '\r'],
      [' ', ' '],
      ['\ufeff', '\n'],
      ['\u200b', '\u00a0'],
    ] as const)
      assert.deepEqual(read({ ...env, [name]: before + value + after }), expected)
  })

  test(`${name} in quotes stops the server with one line that names it and omits the value`, () => {
    for (const quoted of [`"${value}"`, `'${value}'\r`, `“${value}”`])
      assert.throws(() => read({ ...env, [name]: quoted }), {
        name: 'SettingError',
        message: `${name} is in quotes, which would be part of its value. Remove them.`,
      })
  })
}

test('A setting of blanks only is missing', () => {
  assert.throws(() => read({ ...ENV, SEALING_KEY: ' \r' }), /^SettingError: SEALING_KEY is missing/)
  assert.equal(read({ ...ENV, CDN_URL: ' ' }).cdnUrl, undefined)
})

test('A line break or an invisible character inside a value is named', () => {
  const refused = (env: Record<string, string>, message: string) =>
    assert.throws(() => read({ ...ENV, ...env }), { name: 'SettingError', message })
  refused({ SMTP_URL: 'smtp://mail.example.com\nsmtp://other' }, 'SMTP_URL contains a line break. Remove it.')
  refused({ API_URL: 'https://id.\u200bexample.com' }, 'API_URL contains the invisible character U+200B. Remove it.')
  refused(
    { REDIRECT_URIS: 'https://a.test\u2060,https://b.test' },
    'REDIRECT_URIS contains the invisible character U+2060. Remove it.',
  )
})

test('Folders and sender names may have the joiners of their script', () => {
  assert.equal(read({ ...ENV, DATA_DIR: '/srv/می\u200cخواهم' }).dataDir, '/srv/می\u200cخواهم')
})
