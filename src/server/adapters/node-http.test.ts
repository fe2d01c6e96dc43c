import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type NodeResponse, sendResponse } from './node-http.ts'

/** A response that is full after each part, until the test emits `drain` or `close`. */
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

/** A body of three parts that notes how many were made and whether the rest was given up. */
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
  it('makes the next part when the client has read the last one', async () => {
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

  it('leaves the response to the host when the body fails before its first part', async () => {
    const { response, written, isEnded } = slowResponse()
    const body = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('broken')) })
    await assert.rejects(sendResponse(new Response(body), response), /broken/)
    assert.deepEqual([written, response.destroyed, isEnded()], [[], false, false])
  })

  it('stops when the client goes away', async () => {
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
