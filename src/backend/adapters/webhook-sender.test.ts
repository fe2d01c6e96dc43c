import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
    it(`is judged by its status ${sent}, and its connection is closed early`, async () => {
      status = sent
      const { statusCode, responseBody, error } = await send()
      assert.deepEqual([statusCode, responseBody, error], [sent, PART.slice(0, 4_096), null])
      assert.equal(await isReadWhole, false)
    })
  }
})
