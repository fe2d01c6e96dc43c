import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { freePorts } from '../../src/testing/ports.ts'
import { createCredentials } from '../identity-provider/credentials.ts'

const LOGIN = { user: 'fleet', pass: 'a-password-of-this-test' }
const FROM = 'no-reply@example.com'
/** Maximum length of a line without the line break (RFC 5322 §2.1.1). */
const MAX_LINE = 998
/** Maximum length of an encoded line (RFC 2045 §6.7 and §6.8). */
const MAX_ENCODED_LINE = 76
const ONCE = ['from', 'to', 'subject', 'date', 'message-id', 'mime-version']

const headersOf = (head) =>
  head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => /^([!-9;-~]+): ?(.*)$/.exec(line) ?? ['', '(no header)', line])
    .map(([, name, value]) => [name.toLowerCase(), value])

/** Returns a message's violations of the standards. */
const problemsOf = (message, { mailFrom, rcptTo }) => {
  const text = message.toString('latin1')
  const [head = '', ...body] = text.split('\r\n\r\n')
  const headers = headersOf(head)
  const fieldOf = (wanted) => headers.find(([name]) => name === wanted)?.[1] ?? ''
  const lines = text.split('\r\n')
  const encoded = body.join('\r\n\r\n').split('\r\n')
  const demands = {
    'a carriage return or line feed is alone': !/\r(?!\n)|(?<!\r)\n/.test(text),
    'a line is too long': lines.every((line) => line.length <= MAX_LINE),
    'an encoded line is too long': encoded.every(
      (line) => line.length <= MAX_ENCODED_LINE || /^--|^[\w-]+:|^ /.test(line),
    ),
    'a byte is not ASCII': [...message].every((byte) => byte < 128 && byte !== 0),
    'a line of the head is no header': headers.every(([name]) => name !== '(no header)'),
    ...Object.fromEntries(
      ONCE.map((name) => [`there isn't one ${name}`, headers.filter(([each]) => each === name).length === 1]),
    ),
    'From is not the sender of the envelope': fieldOf('from').includes(mailFrom.address),
    'To is not the recipient of the envelope': rcptTo.every(({ address }) => fieldOf('to').includes(address)),
    'Date is not of today': Math.abs(Date.parse(fieldOf('date')) - Date.now()) < 3_600_000,
    'Message-ID is malformed': /^<[^<>@\s]+@[^<>@\s]+>$/.test(fieldOf('message-id')),
    'the content is in 8 bits': !/content-transfer-encoding: *(8bit|binary)/i.test(text),
  }
  return Object.entries(demands).flatMap(([problem, holds]) => (holds ? [] : [problem]))
}

/**
 * Opens a mail server that accepts emails only after STARTTLS and a password, and refuses those that violate RFC 5321,
 * 5322 or 2045. `received` has the accepted emails, `refused` the violations of the others.
 */
export const openStrictSmtp = async () => {
  const port = await freePorts(1)
  const { privateKey, certificate } = await createCredentials('localhost')
  const received = []
  const refused = []
  const server = new SMTPServer({
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: certificate,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, done) =>
      username === LOGIN.user && password === LOGIN.pass
        ? done(null, { user: username })
        : done(new Error('Wrong password')),
    onData: async (stream, { envelope, secure }, done) => {
      const message = await buffer(stream)
      const problems = problemsOf(message, envelope)
      if (!secure) problems.push('there is no TLS')
      if (problems.length > 0) {
        refused.push({ problems, message: message.toString('latin1') })
        return done(Object.assign(new Error(problems.join(', ')), { responseCode: 554 }))
      }
      received.push({ to: envelope.rcptTo.map(({ address }) => address), message: message.toString('latin1') })
      return done()
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const query = new URLSearchParams({ from: FROM, 'tls.ca': certificate })
  return {
    url: `smtp://${LOGIN.user}:${LOGIN.pass}@localhost:${port}?${query}`,
    received,
    refused,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
