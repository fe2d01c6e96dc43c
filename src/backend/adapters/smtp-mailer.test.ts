import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, describe, it, test } from 'node:test'
import { startMailServer } from '../../serve/serve.test-kit.ts'
import { createMemoryStore } from '../store/memory.ts'
import { createBrandedMailer } from './branded-mailer.ts'
import { MailRefusedError, MailServiceError } from './mail-transport.ts'
import { nodeRandom } from './random.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const MAIL = { id: 'mail-1', to: 'ada@acme.test', subject: 'Welcome', text: 'Welcome', html: '<p>Welcome</p>' }

test('an email that the mail server refuses is an error that names SMTP_URL and the server, not the password', async () => {
  const mailer = createSmtpMailer('smtp://front:secret-word@127.0.0.1:1?from=no-reply@acme.test')
  try {
    await assert.rejects(mailer.send(MAIL), (error) => {
      assert.ok(error instanceof Error)
      assert.equal(error.message, "SMTP_URL: the mail server 127.0.0.1:1 didn't accept the email")
      assert.match(String(error.cause), /ECONNREFUSED/)
      assert.ok(error instanceof MailServiceError && error.isUnsent)
      return true
    })
  } finally {
    mailer.close()
  }
})

/** Returns the parts of a multipart message (RFC 2046 §5.1), each with its headers. */
const partsOf = (message: string): string[] => {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(message) ?? []
  return message.split(`--${boundary}`).slice(1, -1)
}

test('an email is multipart/alternative: plain text, then the same in HTML', async () => {
  const server = await startMailServer()
  const smtp = createSmtpMailer(server.url)
  try {
    const href = 'https://app.test/account/accept?token=abc'
    await createBrandedMailer({ store: createMemoryStore(), random: nodeRandom, clock: Date }, smtp).send({
      to: 'ada@acme.test',
      subject: 'Join Łódź',
      paragraphs: ['Hi Ada,', 'Grace invited you to join Łódź <b>.'],
      action: { label: 'Accept invitation', href },
      reason: 'invited',
      account: 'Łódź',
    })
    const { text: message } = await server.mailTo('ada@acme.test')
    assert.match(message, /^Content-Type: multipart\/alternative;/m)
    const [text = '', html = '', ...more] = partsOf(message)
    assert.equal(more.length, 0)
    assert.match(text, /Content-Type: text\/plain; charset=utf-8/i)
    assert.match(html, /Content-Type: text\/html; charset=utf-8/i)
    for (const part of [text, html]) assert.ok(part.includes(href), part)
    assert.ok(text.includes('You get this email because someone invited you to this account.'))
    assert.match(html, /<html lang="en" dir="ltr">/)
    assert.ok(text.includes('<b>') && !html.includes('<b>'))
  } finally {
    smtp.close()
    server.close()
  }
})

type Step = 'MAIL' | 'RCPT' | 'message'

/** Creates a mail server that sends the test's reply to one step. */
const createMailServer = () => {
  let scripted = { step: '', reply: '' }
  const server = createServer((socket) => {
    let isMessage = false
    socket.on('error', () => undefined)
    socket.write('220 mail.test\r\n')
    socket.on('data', (chunk) => {
      const text = String(chunk)
      if (isMessage && !text.endsWith('\r\n.\r\n')) return
      const step = isMessage ? 'message' : text.slice(0, 4).toUpperCase()
      isMessage = step === 'DATA'
      const usual = isMessage ? '354 Go on' : '250 OK'
      socket.write(`${step === scripted.step ? scripted.reply : usual}\r\n`)
    })
  })
  return {
    server,
    script: (step: Step, reply: string) => {
      scripted = { step, reply }
    },
  }
}

describe('A mail server that does not accept an email', () => {
  const { server, script } = createMailServer()
  const attempt = async () => {
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`)
    try {
      await mailer.send(MAIL)
    } finally {
      mailer.close()
    }
  }
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())

  const FINAL: [Step, string][] = [
    ['RCPT', '550 5.1.1 No such user'],
    ['RCPT', '550-5.1.1 The account does not exist.\r\n550 5.1.1 Check it for typos.'],
    ['RCPT', '553 5.1.2 Bad domain'],
    ['RCPT', '501 5.1.3 Bad address'],
    ['RCPT', '551 5.1.6 Moved'],
    ['RCPT', '556 5.1.10 The domain accepts no email'],
    ['RCPT', '550 5.2.1 Mailbox disabled'],
    ['message', '552 5.2.2 Mailbox full'],
    ['message', '552 5.3.4 Message too big'],
    ['MAIL', '552 5.3.4 Message too big'],
    ['MAIL', '552 Message too big'],
  ]
  for (const [step, reply] of FINAL)
    it(`refuses one email by ${step}: ${reply.split('\r\n')[0]}`, async () => {
      script(step, reply)
      await assert.rejects(attempt(), (error) => error instanceof MailRefusedError && !error.isVague)
    })

  // A server without enhanced codes refuses senders and relaying with the same replies.
  for (const reply of [
    '550 No such user here',
    '550 Sender rejected',
    '551 User not local',
    '552 Over quota',
    '553 Mailbox name not allowed',
    "553 Sorry, that domain isn't in my list of allowed rcpthosts",
  ])
    it(`may refuse this email or every email by RCPT: ${reply}`, async () => {
      script('RCPT', reply)
      await assert.rejects(attempt(), (error) => error instanceof MailRefusedError && error.isVague)
    })

  const OF_ALL: [Step, string][] = [
    ['MAIL', '550 5.1.1 Sender unknown'],
    ['MAIL', '550 5.7.1 Sender not allowed'],
    ['MAIL', '553 Sender address rejected'],
    ['MAIL', '552 5.7.1 Sender over quota'],
    ['MAIL', '530 5.7.0 Must issue a STARTTLS command first'],
    ['MAIL', '421 4.7.0 Too many connections'],
    ['RCPT', '421 4.3.2 Shutting down'],
    ['RCPT', '530 Authentication required'],
    ['RCPT', '535 Authentication failed'],
    ['message', '421 4.3.2 Shutting down'],
  ]
  for (const [step, reply] of OF_ALL)
    it(`takes no email at all when it replies to ${step}: ${reply}`, async () => {
      script(step, reply)
      await assert.rejects(attempt(), (error) => error instanceof MailServiceError && error.isUnsent)
    })

  const PASSING: [Step, string][] = [
    ['RCPT', '450 4.2.1 Try again'],
    ['RCPT', '550 5.7.1 Relaying denied'],
    ['RCPT', '554 5.7.1 Blocked by a list of senders'],
    ['message', '550 5.7.26 Unauthenticated sender'],
    ['RCPT', '550 5.1.8 The domain of the sender does not exist'],
    ['RCPT', '550 5.1.0 Rejected'],
    ['RCPT', '550 5.3.0 Something went wrong'],
    ['RCPT', '550 5.4.1 Access denied'],
    ['RCPT', '451 4.7.1 Greylisted, try again in 5 minutes'],
    ['MAIL', '451 4.3.0 Try again later'],
    ['message', '452 4.3.1 Disk full'],
    ['RCPT', '554 Transaction failed'],
    ['RCPT', '550 5.1.11 Unknown code'],
    ['message', '554 Looks like spam'],
    ['message', '550 Rejected by policy'],
  ]
  for (const [step, reply] of PASSING)
    it(`is retried later after ${step}: ${reply}`, async () => {
      script(step, reply)
      await assert.rejects(
        attempt(),
        (error) =>
          error instanceof Error && !(error instanceof MailRefusedError) && !(error instanceof MailServiceError),
      )
    })
})

/** Creates a mail server without TLS that records the commands it gets. */
const createOpenServer = () => {
  const commands: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 mail.test\r\n')
    socket.on('data', (chunk) => {
      const command = String(chunk).slice(0, 4).toUpperCase()
      commands.push(command)
      if (command === 'EHLO') socket.write('250-mail.test\r\n250 AUTH PLAIN LOGIN\r\n')
      else socket.write(command === 'AUTH' ? '535 5.7.8 Wrong\r\n' : '502 5.5.1 Not here\r\n')
    })
  })
  return { server, commands }
}

describe('A mail server that offers no TLS', () => {
  const { server, commands } = createOpenServer()
  const attempt = async (host: string, query = '', credentials = 'front:secret-word') => {
    commands.length = 0
    const { port } = server.address() as AddressInfo
    const mailer = createSmtpMailer(`smtp://${credentials}@${host}:${port}${query}`)
    try {
      await assert.rejects(mailer.send(MAIL))
    } finally {
      mailer.close()
    }
  }
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())

  // 0.0.0.0 reaches this machine too, but is not one of its loopback names.
  for (const query of ['', '?ignoreTLS=true', '?requireTLS=false', '?opportunisticTLS=true', '?secure=false'])
    it(`gets no password beyond this machine${query && ` with ${query}`}`, async () => {
      await attempt('0.0.0.0', query)
      assert.ok(commands.includes('EHLO'))
      assert.ok(!commands.includes('AUTH'), commands.join(' '))
    })

  for (const credentials of [':secret-word', 'front%40acme:secret-word'])
    it(`gets no password beyond this machine from ${credentials}`, async () => {
      await attempt('0.0.0.0', '', credentials)
      assert.ok(!commands.includes('AUTH'), commands.join(' '))
    })

  it('gets the password on this machine', async () => {
    await attempt('127.0.0.1')
    assert.ok(commands.includes('AUTH'))
  })
})
