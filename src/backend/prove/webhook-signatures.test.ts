import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { nodeRandom } from '../adapters/random.ts'
import { createWebhookSender } from '../adapters/webhook-sender.ts'
import { newSecret } from '../domain/delivery/webhooks/webhook-secrets.ts'
import { createSeeded } from '../sample/seeded.ts'
import { report } from './report.test-kit.ts'

interface Message {
  headers: Record<string, string>
  body: string
}

const MESSAGES = 100
const PER_ALTERATION = 20
const ACCEPTED = 204
const REFUSED = 401

const SECRET = newSecret({ random: nodeRandom })
const OTHER_SECRET = newSecret({ random: nodeRandom })

const seeded = createSeeded('altered webhooks')

const withHeader = ({ headers, body }: Message, name: string, value: string): Message => ({
  headers: { ...headers, [name]: value },
  body,
})

/** Replaces a character of a base64 signature at a random position; the last ones may contain unused bits. */
const otherSignature = (signature: string): string => {
  const at = seeded.between(3, signature.length - 5)
  return signature.slice(0, at) + (signature[at] === 'A' ? 'B' : 'A') + signature.slice(at + 1)
}

const signedBy = (secret: string, { headers, body }: Message): string =>
  new Webhook(secret).sign(headers['webhook-id'] ?? '', new Date(Number(headers['webhook-timestamp']) * 1_000), body)

/** Alterations that someone between sender and receiver, or someone without the secret, may make. */
const ALTERATIONS: Readonly<Record<string, (message: Message, other: Message) => Message>> = {
  'a changed character': ({ headers, body }) => {
    const at = seeded.between(0, body.length - 1)
    return { headers, body: body.slice(0, at) + (body[at] === 'x' ? 'y' : 'x') + body.slice(at + 1) }
  },
  'a removed character': ({ headers, body }) => {
    const at = seeded.between(0, body.length - 1)
    return { headers, body: body.slice(0, at) + body.slice(at + 1) }
  },
  'an appended space': ({ headers, body }) => ({ headers, body: `${body} ` }),
  'the body of another message': ({ headers }, { body }) => ({ headers, body }),
  'the id of another message': (message, { headers }) => withHeader(message, 'webhook-id', headers['webhook-id'] ?? ''),
  'a later timestamp': (message) =>
    withHeader(message, 'webhook-timestamp', String(Number(message.headers['webhook-timestamp']) + 1)),
  'the signature of another message': (message, { headers }) =>
    withHeader(message, 'webhook-signature', headers['webhook-signature'] ?? ''),
  'a changed signature': (message) =>
    withHeader(message, 'webhook-signature', otherSignature(message.headers['webhook-signature'] ?? '')),
  'the signature of another secret': (message) =>
    withHeader(message, 'webhook-signature', signedBy(OTHER_SECRET, message)),
  'a missing header': ({ headers, body }) => {
    const { [seeded.pick(['webhook-id', 'webhook-timestamp', 'webhook-signature'])]: _missing, ...rest } = headers
    return { headers: rest, body }
  },
}

/** Starts a receiver that verifies messages with the published library. */
const startVerifier = async (secret: string) => {
  const messages: Message[] = []
  const verifier = new Webhook(secret)
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const message = { headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() }
      try {
        verifier.verify(message.body, message.headers)
        messages.push(message)
        response.writeHead(ACCEPTED).end()
      } catch {
        response.writeHead(REFUSED).end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, messages, close }
}

describe('A receiver with the library of Standard Webhooks', () => {
  let receiver: Awaited<ReturnType<typeof startVerifier>>
  before(async () => {
    receiver = await startVerifier(SECRET)
  })
  after(() => receiver.close())

  const send = async (at: number, { secrets = [SECRET], lateMs = 0 } = {}): Promise<number> => {
    const clock = { now: () => Date.now() - lateMs }
    const sender = createWebhookSender({ clock, allowLocal: true })
    const user = {
      id: `user ${at}`,
      name: seeded.pick(['Ada', 'Žofia 🦡', 'line\nbreak', '"quoted" \\ and </script>']),
    }
    const body = JSON.stringify({ eventKey: 'frontegg.user.updated', user, filler: 'x'.repeat(at * 20) })
    return (await sender.send({ url: receiver.url, id: `message-${at}`, body, secrets })).statusCode
  }

  const repeat = async ({ headers, body }: Message): Promise<number> => {
    const own = Object.entries(headers).filter(([name]) => name.startsWith('webhook-') || name === 'content-type')
    return (await fetch(receiver.url, { method: 'POST', headers: Object.fromEntries(own), body })).status
  }

  it('accepts every message, and refuses 200 that were altered on the way', async () => {
    for (let at = 0; at < MESSAGES; at++) assert.equal(await send(at), ACCEPTED)
    const originals = [...receiver.messages]
    const messageAt = (at: number): Message => originals[at % MESSAGES] ?? { headers: {}, body: '' }
    assert.equal(await repeat(messageAt(7)), ACCEPTED, 'unaltered, it is accepted again')
    let refused = 0
    let place = 0
    for (const [name, alter] of Object.entries(ALTERATIONS)) {
      for (let round = 0; round < PER_ALTERATION; round++) {
        place += 1
        assert.equal(await repeat(alter(messageAt(place), messageAt(place + 1))), REFUSED, name)
        refused += 1
      }
    }
    report({
      row: 61,
      wanted: 'every signature accepted by the published library, every altered message refused',
      reached: `${originals.length} of ${MESSAGES} accepted, ${refused} of 200 altered ones refused`,
      ok: originals.length === MESSAGES && refused === 200,
    })
  })

  it('accepts the previous secret too during a rotation, and no message from six minutes ago', async () => {
    assert.equal(await send(1, { secrets: [OTHER_SECRET, SECRET] }), ACCEPTED)
    assert.equal(await send(2, { secrets: [OTHER_SECRET] }), REFUSED)
    assert.equal(await send(3, { lateMs: 360_000 }), REFUSED)
  })
})
