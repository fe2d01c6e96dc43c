import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { createSmtpMailer } from '../../src/backend/adapters/smtp-mailer.ts'
import { password } from '../../src/contract/password.ts'
import { until } from '../../src/testing/until.ts'
import { createBrowser } from './browser.test-kit.mjs'
import { sharedProvider, USER } from './provider.test-kit.mjs'

describe('A strict mail server', () => {
  let provider
  let mail
  before(async () => {
    provider = await sharedProvider()
    mail = provider.mail
  })

  const ask = async (path, body) => {
    const { status, text } = await createBrowser().call(provider.issuer + path, body, { origin: provider.appUrl })
    assert.equal(status, 200, text)
  }
  const arrived = async (count) => {
    await until(() => mail.received.length >= count || mail.refused.length > 0)
    assert.deepEqual(mail.refused, [])
  }

  it('accepts the email of a forgotten password', async () => {
    const before = mail.received.length
    await ask(password.forgotPassword.path, { email: USER.email })
    await arrived(before + 1)
  })

  it('accepts emails in every script, with long lines and attachments', async () => {
    const before = mail.received.length
    const mailer = createSmtpMailer(mail.url)
    const long = 'Zeilenlänge '.repeat(300)
    const facts = { isAwaited: false, expiresAt: undefined, stopUrl: 'https://id.example.com/stop?a=1' }
    const subjects = [
      'Müller & Söhne invited you to 株式会社 — welcome, 안녕하세요, สวัสดี, שלום',
      `Ada “${'A'.repeat(300)}” invited you`,
      'Plain',
    ]
    const attachments = [
      { fileName: 'Rechnung März – 株式会社.pdf', type: 'application/pdf', content: Buffer.alloc(5_000, 7) },
    ]
    for (const [at, subject] of subjects.entries())
      await mailer.send({
        ...facts,
        id: `m-${at}`,
        to: `user${at}@acme.test`,
        subject,
        text: `${long}\n.\nFrom here\n😀`,
        html: `<p>${long}</p>`,
        attachments,
      })
    mailer.close()
    await arrived(before + subjects.length)
  })
})
