import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createWebhookSender } from './webhook-sender.ts'

const PART = 'x'.repeat(65_536)
/** Number of parts of a response: far more than the system buffers of a connection can hold. */
const PARTS = 1_024

describe('A receiver of webhooks that sends megabytes', () => {
  let isReadWhole: Promise<boolean> | undefined
  let status = 200
  const server = createServer((request, response) => {
    request.resume()
    isReadWhole = once(response, 'close').then(() => response.writableFinished)
    response.writeHead(status)
    let left = PARTS
    const write = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1
        if (!response.write(PART)) return response.once('drain', write)
      }
      return response.end()
    }
    write()
  })
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())

  const sender = createWebhookSender({ clock: { now: () => 0 }, allowLocal: true })
  const send = () => {
    const { port } = server.address() as AddressInfo
    return sender.send({ url: `http://localhost:${port}/`, secrets: [], id: 'event', body: '{}' })
  }

  for (const sent of [200, 500]) {
    it(`counts by its status ${sent}, and its connection is closed early`, async () => {
      status = sent
      const { statusCode, responseBody, error } = await send()
      assert.deepEqual([statusCode, responseBody, error], [sent, PART.slice(0, 4_096), null])
      assert.equal(await isReadWhole, false)
    })
  }
})

describe('A receiver of webhooks whose response is malformed', () => {
  let reply = ''
  let asked = ''
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (data) => {
      asked = data.toString()
      socket.end(reply)
    })
  })
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())

  const send = async (response: string) => {
    reply = response
    const { port } = server.address() as AddressInfo
    const sender = createWebhookSender({ clock: { now: () => 0 }, allowLocal: true })
    const sent = await sender.send({ url: `http://localhost:${port}/`, secrets: [], id: 'event', body: '{}' })
    return [sent.statusCode, sent.responseBody, sent.error]
  }

  it('counts by its status if the body breaks off or doesn’t have the announced length', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
    for (const [response, status, body] of [
      ['HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok', 200, 'ok'],
      ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nok', 200, 'o'],
      ['HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok', 204, ''],
      ['HTTP/1.1 500 Failed\r\nContent-Length: 100\r\n\r\nno', 500, 'no'],
      [`${chunked}2\r\nok\r\n`, 200, 'ok'],
      ['HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 202 Accepted\r\n\r\nok', 202, 'ok'],
    ] as const)
      assert.deepEqual(await send(response), [status, body, null], response)
    const [status] = await send(`${chunked}zz\r\nok\r\n`)
    assert.equal(status, 200)
  })

  it('has failed without a status, or with one that HTTP doesn’t have', async () => {
    for (const response of ['', 'hello\r\n\r\n', 'HTTP/1.1 600 X\r\nContent-Length: 0\r\n\r\n'])
      assert.deepEqual(await send(response), [0, '', 'The connection failed'], response)
    const upgrade = await send('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')
    assert.deepEqual(upgrade, [0, '', 'The response switches to another protocol'])
  })

  it('is asked not to compress, because a log shows the body', async () => {
    await send('HTTP/1.1 200 OK\r\n\r\n')
    assert.match(asked, /^accept-encoding: identity\r$/im)
  })
})

describe('A receiver of webhooks that keeps the connection open after a response that isn’t complete', () => {
  let reply = ''
  let isClosed: Promise<unknown> | undefined
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined)
    isClosed = once(socket, 'close')
    socket.once('data', () => socket.write(reply))
  })
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => server.close())

  const send = async (response: string, limits: { timeoutMs?: number; bodyMs?: number }) => {
    reply = response
    const { port } = server.address() as AddressInfo
    const sender = createWebhookSender({ clock: { now: () => 0 }, allowLocal: true, ...limits })
    const sent = await sender.send({ url: `http://localhost:${port}/`, secrets: [], id: 'event', body: '{}' })
    await isClosed
    return [sent.statusCode, sent.error]
  }

  it('counts by its status, and its connection is closed', async () => {
    for (const [response, status] of [
      ['HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok', 200],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n', 200],
      ['HTTP/1.1 200 OK\r\n\r\n', 200],
      ['HTTP/1.1 500 Failed\r\nContent-Length: 100\r\n\r\nno', 500],
    ] as const)
      assert.deepEqual(await send(response, { bodyMs: 20 }), [status, null], response)
  })

  it('has failed if the headers aren’t complete in time', async () => {
    const failed = [0, 'The receiver did not respond within 0.02 seconds']
    for (const response of ['HTTP/1.1 200 OK\r\nContent-Le', 'HTTP/1.1 102 Processing\r\n\r\n'])
      assert.deepEqual(await send(response, { timeoutMs: 20, bodyMs: 60_000 }), failed, response)
  })
})
