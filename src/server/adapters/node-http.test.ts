import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { connect, constants, createServer, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type NodeResponse, sendResponse } from './node-http.ts'

/** Returns a response whose buffer is full after each part, until the test emits `drain` or `close`. */
const slowResponse = () => {
  const events = new EventEmitter()
  const written: string[] = []
  let isEnded = false
  const response: NodeResponse & { destroyed: boolean } = {
    statusCode: 0,
    destroyed: false,
    getHeader: () => undefined,
    setHeader: () => undefined,
    write: (chunk) => {
      written.push(new TextDecoder().decode(chunk))
      return false
    },
    end: () => {
      isEnded = true
    },
    once: (event, listener) => events.once(event, listener),
    off: (event, listener) => events.off(event, listener),
    destroy: () => {
      response.destroyed = true
    },
  }
  return { response, written, isEnded: () => isEnded, events }
}

/** Returns a body of three parts that records how many were produced and whether the rest was canceled. */
const threeParts = () => {
  const parts = ['one', 'two', 'three']
  const seen = { made: 0, isCanceled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = parts[seen.made]
        if (part === undefined) return controller.close()
        seen.made += 1
        controller.enqueue(new TextEncoder().encode(part))
      },
      cancel() {
        seen.isCanceled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, seen }
}

describe('Writing a response to a client that reads slowly', () => {
  it('produces the next part when the client has read the last one', async () => {
    const { response, written, isEnded, events } = slowResponse()
    const { body, seen } = threeParts()
    const sending = sendResponse(new Response(body), response)
    for (const expected of [['one'], ['one', 'two'], ['one', 'two', 'three']]) {
      await turn()
      assert.deepEqual([written, seen.made, isEnded()], [expected, expected.length, false])
      events.emit('drain')
    }
    await sending
    assert.equal(isEnded(), true)
    assert.deepEqual([events.listenerCount('drain'), events.listenerCount('close')], [0, 0])
  })

  it('ends the connection when the body fails after its first part', async () => {
    const { response, written, isEnded, events } = slowResponse()
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (written.length > 0) throw new Error('broken')
        controller.enqueue(new TextEncoder().encode('one'))
      },
    })
    const sending = sendResponse(new Response(body), response)
    const failed = assert.rejects(sending, /broken/)
    await turn()
    events.emit('drain')
    await failed
    assert.deepEqual([written, response.destroyed, isEnded()], [['one'], true, false])
  })

  it('lets the host respond when the body fails before its first part', async () => {
    const { response, written, isEnded } = slowResponse()
    const body = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('broken')) })
    await assert.rejects(sendResponse(new Response(body), response), /broken/)
    assert.deepEqual([written, response.destroyed, isEnded()], [[], false, false])
  })

  it('stops when the client disconnects', async () => {
    const { response, written, events } = slowResponse()
    const { body, seen } = threeParts()
    const sending = sendResponse(new Response(body), response)
    await turn()
    response.destroyed = true
    events.emit('close')
    await sending
    assert.deepEqual([written, seen], [['one'], { made: 1, isCanceled: true }])
  })
})

/** Returns the first response of an HTTP/2 server to a client that reads one part of it and disconnects. */
const overHttp2 = async (body: ReadableStream<Uint8Array>) => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const request = client.request({ ':path': '/' })
  const [, response] = (await once(server, 'request')) as [unknown, Http2ServerResponse]
  const sending = sendResponse(new Response(body), response)
  const end = () => {
    client.destroy()
    server.close()
  }
  return { request, response, sending, end }
}

describe('Writing a response over HTTP/2', () => {
  it('produces no more than the client reads, and stops when it disconnects', { timeout: 10_000 }, async () => {
    const part = new Uint8Array(1_000_000)
    const seen = { made: 0, isCanceled: false }
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      seen.made += 1
      if (seen.made > 20) return controller.close()
      controller.enqueue(part)
    }
    const cancel = () => {
      seen.isCanceled = true
    }
    const body = new ReadableStream<Uint8Array>({ pull, cancel }, { highWaterMark: 0 })
    const { request, response, sending, end } = await overHttp2(body)
    try {
      await once(request, 'response')
      request.pause()
      assert.equal(seen.made, 1)
      const closed = once(response, 'close')
      request.close(constants.NGHTTP2_CANCEL)
      await closed
      await sending
      assert.deepEqual(seen, { made: 1, isCanceled: true })
    } finally {
      end()
    }
  })

  it('arrives whole', async () => {
    const { body } = threeParts()
    const { request, sending, end } = await overHttp2(body)
    try {
      let text = ''
      for await (const chunk of request) text += chunk
      await sending
      assert.equal(text, 'onetwothree')
    } finally {
      end()
    }
  })
})
