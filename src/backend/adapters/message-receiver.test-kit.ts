import { createHmac } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedMessage {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A status, with a body if it matters, or no response at all. */
type Reply = number | { status: number; body: string; headers?: Record<string, string> } | 'hang'

/** Starts a service that accepts messages over HTTP and sends scripted replies; without one it accepts the message. */
export const startMessageReceiver = async () => {
  const received: ReceivedMessage[] = []
  const replies: Reply[] = []
  const hangs = new EventEmitter()
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const { method = '', url: path = '', headers } = request
    const body = Buffer.concat(parts).toString()
    received.push({ method, path, headers, body })
    const reply = replies.shift() ?? 200
    if (reply === 'hang') {
      hangs.emit('hang')
      return
    }
    // Services quote the text that they refuse.
    const usual = { body: `refused: ${body}`, headers: {} }
    const {
      status,
      body: text,
      headers: extra,
    } = { ...usual, ...(typeof reply === 'number' ? { status: reply } : reply) }
    response.writeHead(status, { location: '/elsewhere', ...extra }).end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Sets the next replies, and discards those of the previous test. */
    script(...next: Reply[]) {
      received.length = 0
      replies.splice(0, replies.length, ...next)
    },
    /** Resolves when the next message that gets no response has been received. */
    hung: () => once(hangs, 'hang'),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns the signature, computed according to the Standard Webhooks specification. */
export const expectedSignature = (secret: string, { headers, body }: ReceivedMessage): string => {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}
