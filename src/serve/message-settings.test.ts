import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, test } from 'node:test'
import { ENV } from './served.test-kit.ts'
import { SettingError } from './setting-values.ts'
import { readServeSettings } from './settings.ts'

const { SMTP_URL: _smtp, ...WITHOUT_MAIL } = ENV
const SECRET = 'correct-horse-9'
const ACCOUNT = `AC${'a'.repeat(32)}`
const KEY = `SK${'b'.repeat(32)}`
const SERVICE = `MG${'c'.repeat(32)}`
const MAIL = { MAIL_URL: 'https://mail.test/send', MAIL_SECRET: SECRET, MAIL_FROM: 'Quokka <no-reply@quokka.test>' }
const SMS = { SMS_URL: 'https://sms.test/send', SMS_SECRET: SECRET }
const TWILIO = { TWILIO_ACCOUNT_SID: ACCOUNT, TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+15550100' }

const read = (env: Record<string, string>, root = '/srv/front-entry') => readServeSettings(env, root)

describe('The way that emails leave the server by', () => {
  it('is an SMTP server or an HTTP gateway', () => {
    const smtp = read(ENV)
    assert.deepEqual([smtp.smtpUrl, smtp.mailEndpoint], [ENV.SMTP_URL, undefined])
    const gateway = read({ ...WITHOUT_MAIL, ...MAIL })
    assert.equal(gateway.smtpUrl, undefined)
    assert.deepEqual(gateway.mailEndpoint, { url: MAIL.MAIL_URL, secret: SECRET, from: MAIL.MAIL_FROM })
  })

  it('is not required by commands that send nothing', () => {
    const settings = readServeSettings(WITHOUT_MAIL, '/srv/front-entry', { isSending: false })
    assert.deepEqual([settings.smtpUrl, settings.mailEndpoint], [undefined, undefined])
  })
})

describe('The way that text messages leave the server by', () => {
  it('is none by default', () => {
    assert.equal(read(ENV).sms, undefined)
  })

  it('is an HTTP gateway, also one on this machine', () => {
    const at = (url: string) => read({ ...ENV, ...SMS, SMS_URL: url }).sms
    for (const url of [SMS.SMS_URL, 'http://localhost:8080/sms', 'http://127.0.0.1:8080', 'http://[::1]:8080'])
      assert.deepEqual(at(url), { endpoint: { url, secret: SECRET } })
  })

  it('is Twilio, with the auth token or an API key, from a number, a name or a messaging service', () => {
    const shared = { accountSid: ACCOUNT }
    assert.deepEqual(read({ ...ENV, ...TWILIO }).sms, {
      twilio: { ...shared, user: ACCOUNT, password: 'token', sender: { from: '+15550100' } },
    })
    const key = {
      TWILIO_ACCOUNT_SID: ACCOUNT,
      TWILIO_API_KEY: KEY,
      TWILIO_API_SECRET: 'secret',
      TWILIO_MESSAGING_SERVICE_SID: SERVICE,
    }
    assert.deepEqual(read({ ...ENV, ...key }).sms, {
      twilio: { ...shared, user: KEY, password: 'secret', sender: { messagingServiceSid: SERVICE } },
    })
    for (const name of ['Quokka', '12345', 'Quokka 24']) read({ ...ENV, ...TWILIO, TWILIO_FROM: name })
  })
})

const NO_MAIL = { SMTP_URL: '' }

for (const [name, env] of [
  ['SMTP_URL', NO_MAIL],
  ['SMTP_URL', MAIL],
  ['MAIL_SECRET', { ...NO_MAIL, ...MAIL, MAIL_SECRET: '' }],
  ['MAIL_SECRET', { ...NO_MAIL, ...MAIL, MAIL_SECRET: 'short' }],
  ['MAIL_SECRET', { ...NO_MAIL, ...MAIL, MAIL_SECRET: 'whsec_not base64' }],
  ['MAIL_URL', { MAIL_SECRET: SECRET }],
  ['MAIL_URL', { MAIL_FROM: MAIL.MAIL_FROM }],
  ['MAIL_FROM', { ...NO_MAIL, ...MAIL, MAIL_FROM: '' }],
  ['MAIL_FROM', { ...NO_MAIL, ...MAIL, MAIL_FROM: 'Quokka' }],
  ['MAIL_FROM', { ...NO_MAIL, ...MAIL, MAIL_FROM: 'Quokka <no-reply@quokka.test>\nBcc: eve@evil.test' }],
  ['MAIL_URL', { ...NO_MAIL, ...MAIL, MAIL_URL: 'http://mail.test/send' }],
  ['MAIL_URL', { ...NO_MAIL, ...MAIL, MAIL_URL: 'https://user:hidden@mail.test/send' }],
  ['MAIL_URL', { ...NO_MAIL, ...MAIL, MAIL_URL: 'smtp://mail.test' }],
  ['SMS_SECRET', { SMS_URL: SMS.SMS_URL }],
  ['SMS_URL', { SMS_SECRET: SECRET }],
  ['SMS_URL', { ...SMS, SMS_URL: 'http://10.0.0.7/sms' }],
  ['SMS_URL', { ...SMS, ...TWILIO }],
  ['TWILIO_ACCOUNT_SID', { TWILIO_FROM: '+15550100' }],
  ['TWILIO_ACCOUNT_SID', { ...TWILIO, TWILIO_ACCOUNT_SID: 'AC1' }],
  ['TWILIO_AUTH_TOKEN', { ...TWILIO, TWILIO_AUTH_TOKEN: '' }],
  ['TWILIO_AUTH_TOKEN', { ...TWILIO, TWILIO_API_KEY: KEY, TWILIO_API_SECRET: 'hidden' }],
  ['TWILIO_API_KEY', { ...TWILIO, TWILIO_API_SECRET: 'hidden' }],
  ['TWILIO_API_KEY', { ...TWILIO, TWILIO_AUTH_TOKEN: '', TWILIO_API_KEY: 'SK1', TWILIO_API_SECRET: 'hidden' }],
  ['TWILIO_API_SECRET', { ...TWILIO, TWILIO_AUTH_TOKEN: '', TWILIO_API_KEY: KEY }],
  ['TWILIO_FROM', { ...TWILIO, TWILIO_FROM: '' }],
  ['TWILIO_FROM', { ...TWILIO, TWILIO_FROM: 'A name that is too long' }],
  ['TWILIO_FROM', { ...TWILIO, TWILIO_MESSAGING_SERVICE_SID: SERVICE }],
  ['TWILIO_MESSAGING_SERVICE_SID', { ...TWILIO, TWILIO_FROM: '', TWILIO_MESSAGING_SERVICE_SID: 'MG1' }],
] as const)
  test(`${name} is named in one line with ${Object.keys(env).join(', ')}`, () => {
    assert.throws(
      () => read({ ...ENV, ...env }),
      (error) => {
        assert.ok(error instanceof SettingError)
        assert.match(error.message, new RegExp(`^${name}\\b[^\\n]+\\.$`))
        assert.doesNotMatch(error.message, /hidden|short|correct-horse/)
        return true
      },
    )
  })

test('secrets of gateways are read from files, which the settings file can name from its own folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'message-settings-'))
  try {
    writeFileSync(join(root, 'mail.secret'), `${SECRET}\n`)
    writeFileSync(join(root, 'twilio.token'), 'token\n')
    const file = {
      mail: { url: MAIL.MAIL_URL, secretFile: 'mail.secret', from: MAIL.MAIL_FROM },
      twilio: { accountSid: ACCOUNT, authTokenFile: 'twilio.token', from: '+15550100' },
    }
    writeFileSync(join(root, 'front-entry.config.json'), JSON.stringify(file))
    const { mailEndpoint, sms } = read(WITHOUT_MAIL, root)
    assert.deepEqual(mailEndpoint, { url: MAIL.MAIL_URL, secret: SECRET, from: MAIL.MAIL_FROM })
    assert.equal(sms && 'twilio' in sms && sms.twilio.password, 'token')
    writeFileSync(join(root, 'front-entry.config.json'), `\ufeff${JSON.stringify(file)}\r\n`)
    assert.equal(read(WITHOUT_MAIL, root).mailEndpoint?.secret, SECRET, 'as an editor on Windows saves it')
    writeFileSync(
      join(root, 'front-entry.config.json'),
      JSON.stringify({ sms: { url: 'http://sms.test', secretFile: 'mail.secret' } }),
    )
    assert.throws(() => read(ENV, root), /^SettingError: front-entry\.config\.json: sms\.url must start with https/)
  } finally {
    rmSync(root, { recursive: true })
  }
})
