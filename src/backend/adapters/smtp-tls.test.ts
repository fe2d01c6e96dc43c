import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { type Certificate, certify } from '../../testing/certificate.ts'
import { errorText } from '../call/error-text.ts'
import { MailServiceError } from './mail-transport.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const MAIL = { id: 'mail-1', to: 'ada@acme.test', subject: 'Welcome', text: 'Welcome', html: '<p>Welcome</p>' }
/** Speaks as much SMTP as a connection needs until its first email, and records the commands. */
const speak = (socket: Socket, commands: string[], { startTls }: { startTls?: Certificate } = {}) => {
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const command = String(chunk).slice(0, 4).toUpperCase()
    commands.push(command)
    if (command === 'STAR' && startTls) {
      socket.removeAllListeners('data')
      socket.write('220 Go on\r\n')
      return speak(new TLSSocket(socket, { isServer: true, ...startTls }), commands)
    }
    if (command === 'EHLO')
      return socket.write(`250-mail.test\r\n${startTls ? '250-STARTTLS\r\n' : ''}250 AUTH PLAIN\r\n`)
    socket.write(command === 'AUTH' ? '235 2.7.0 OK\r\n' : '250 OK\r\n')
  })
}

const greet = (socket: Socket, commands: string[], options = {}) => {
  speak(socket, commands, options)
  socket.write('220 mail.test\r\n')
}

describe('A mail server whose TLS is broken', () => {
  const commands: string[] = []
  const servers: Server[] = []
  let right: Certificate
  let elsewhere: Certificate
  let ended: Certificate
  before(async () => {
    right = await certify('localhost')
    elsewhere = await certify('other.test')
    ended = await certify('localhost', { ended: true })
  })
  after(() => {
    for (const server of servers) server.close()
  })

  const listening = async (server: Server): Promise<number> => {
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const tlsOnly = (certificate: Certificate) =>
    listening(createTlsServer(certificate, (socket) => greet(socket, commands)).on('tlsClientError', () => undefined))
  const withStartTls = (certificate: Certificate) =>
    listening(createServer((socket) => greet(socket, commands, { startTls: certificate })))
  const plain = () => listening(createServer((socket) => greet(socket, commands)))

  const send = async (scheme: string, port: number, trusted?: Certificate) => {
    commands.length = 0
    const query = trusted ? `?tls.ca=${encodeURIComponent(trusted.cert)}` : ''
    const mailer = createSmtpMailer(`${scheme}://front:secret-word@localhost:${port}${query}`)
    try {
      return await mailer.send(MAIL).catch((error: unknown) => error)
    } finally {
      mailer.close()
    }
  }

  /** Asserts that the email is kept for later, and that neither it nor the password was sent. */
  const assertKept = (error: unknown, reason: RegExp) => {
    assert.ok(error instanceof MailServiceError, errorText(error))
    assert.match(errorText(error), reason)
    assert.ok(!commands.includes('AUTH') && !commands.includes('MAIL'), commands.join(' '))
  }

  it('keeps emails while its certificate has expired', async () => {
    assertKept(await send('smtps', await tlsOnly(ended), ended), /certificate has expired/)
    assertKept(await send('smtp', await withStartTls(ended), ended), /certificate has expired/)
  })

  it('keeps emails while its certificate is for another host', async () => {
    assertKept(await send('smtps', await tlsOnly(elsewhere), elsewhere), /does not match certificate/)
    assertKept(await send('smtp', await withStartTls(elsewhere), elsewhere), /does not match certificate/)
  })

  it('keeps emails while no one vouches for its certificate', async () => {
    assertKept(await send('smtps', await tlsOnly(right)), /self-signed certificate/)
    assertKept(await send('smtp', await withStartTls(right)), /self-signed certificate/)
  })

  it('keeps emails for TLS at a port without it', async () => {
    assertKept(await send('smtps', await plain()), /wrong version number|packet length/)
  })

  it('keeps emails when the connection ends in the middle of its greeting or of TLS', async () => {
    const half = await listening(
      createServer((socket) => {
        socket.on('error', () => undefined)
        socket.end('220-mail.te')
      }),
    )
    assertKept(await send('smtp', half), /SMTP_URL: the mail server/)
    assertKept(await send('smtps', half), /SMTP_URL: the mail server/)
  })

  it('gets them when its certificate is right', async () => {
    for (const [scheme, port] of [
      ['smtps', await tlsOnly(right)],
      ['smtp', await withStartTls(right)],
    ] as const) {
      await send(scheme, port, right)
      assert.ok(commands.includes('AUTH') && commands.includes('MAIL'), commands.join(' '))
    }
  })
})
