import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectedSignature, startMessageReceiver } from '../backend/adapters/message-receiver.test-kit.ts'
import { textCode } from '../backend/domain/identity/credentials/phones.ts'
import { codeMail, post } from '../backend/domain/mail/mails.ts'
import { openBackend } from '../backend/open-backend.ts'
import { until } from '../testing/until.ts'
import { PRODUCTION_PARTS } from './serve.ts'
import { ENV } from './served.test-kit.ts'
import { readServeSettings } from './settings.ts'

const SECRET = 'correct-horse-9'

test('the production server sends codes through its gateways, signed, and logs an unavailable gateway without them', async () => {
  const gateway = await startMessageReceiver()
  const { mailEndpoint, sms } = readServeSettings(
    {
      ...ENV,
      SMTP_URL: '',
      MAIL_URL: `${gateway.url}/mail`,
      MAIL_SECRET: SECRET,
      MAIL_FROM: 'no-reply@quokka.test',
      SMS_URL: `${gateway.url}/sms`,
      SMS_SECRET: SECRET,
    },
    '/srv/front-entry',
  )
  const logged: unknown[] = []
  const log = (...parts: unknown[]) => void logged.push(...parts)
  const backend = await openBackend(
    {
      apiUrl: ENV.API_URL,
      appUrl: ENV.APP_URL,
      mailEndpoint,
      sms,
      log: { error: log, warn: log, info: log, debug: log },
    },
    PRODUCTION_PARTS,
  )
  const { ports } = backend
  try {
    await post(ports, await codeMail(ports, { email: 'ada@acme.test', name: 'Ada' }, '481516'))
    await until(() => gateway.received.length === 1)
    await textCode(ports, '+15550100', '234242')
    const [mail, text] = gateway.received
    assert.ok(mail && text)
    for (const request of [mail, text])
      assert.equal(request.headers['webhook-signature'], expectedSignature(SECRET, request))
    const { to, html } = JSON.parse(mail.body)
    assert.equal(to, 'ada@acme.test')
    assert.match(html, /481516/)
    assert.match(JSON.parse(text.body).text, /^234242 is your Front Entry verification code/)

    gateway.script(422)
    await textCode(ports, '+15550100', '234242')
    const all = logged.map((part) => (part instanceof Error ? `${part.stack} ${part.cause}` : JSON.stringify(part)))
    assert.match(all.join(), /A text message could not be sent/)
    assert.doesNotMatch(all.join(), /15550100|234242/)
  } finally {
    await backend.close()
    gateway.close()
  }
})
