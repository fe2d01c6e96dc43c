import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSmtpMailer } from './smtp-mailer.ts'

test('an email that the mail server does not take is an error that names SMTP_URL and the server, not the password', async () => {
  const mailer = createSmtpMailer('smtp://front:secret-word@127.0.0.1:1?from=no-reply@acme.test')
  const mail = { to: 'ada@acme.test', subject: 'Welcome', text: 'Welcome', html: '<p>Welcome</p>' }
  try {
    await assert.rejects(mailer.send(mail), (error) => {
      assert.ok(error instanceof Error)
      assert.equal(error.message, "SMTP_URL: the mail server 127.0.0.1:1 didn't take the email")
      assert.match(String(error.cause), /ECONNREFUSED/)
      return true
    })
  } finally {
    mailer.close()
  }
})
