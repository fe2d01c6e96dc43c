import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { allRoutes } from '../handlers/index.ts'
import { API, APP, type Kit } from './kit.test-kit.ts'

const encoder = new TextEncoder()

/** Ways of a client to end a request before its body is complete; each stream fails as a closed connection does. */
const BODIES: Readonly<Record<string, () => ReadableStream<Uint8Array>>> = {
  'before the body': () => new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) }),
  'in the middle of the body': () => {
    let isSent = false
    return new ReadableStream({
      pull(controller) {
        if (isSent) controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
        else controller.enqueue(encoder.encode('{"email":"mel@acme.test","pass'))
        isSent = true
      },
    })
  },
  'with half of the body': () =>
    new ReadableStream({
      start(controller) {
        controller.enqueue(encoder.encode('{"email":"mel@acme.test","pass'))
        controller.close()
      },
    }),
}

/** Rows that requests may leave although they change nothing: counters, and the log of refused calls. */
const COUNTERS = ['attempts', 'audits', 'auditTallies', 'auditLogs', 'auditCounts']

export const describeHungUp = (kit: () => Kit): void => {
  const send = (method: string, path: string, token: string, body: ReadableStream<Uint8Array>) => {
    const headers = { 'Content-Type': 'application/json', Origin: APP, Authorization: `Bearer ${token}` }
    return kit().backend(new Request(API + path, { method, headers, body, duplex: 'half' } as RequestInit), {})
  }
  const rows = async () => {
    const all = Object.entries(kit().store).filter(([name, value]) => {
      const isCollection = typeof (value as { count?: unknown } | null)?.count === 'function'
      return isCollection && !COUNTERS.includes(name)
    })
    const found = await Promise.all(
      all.map(async ([name, value]) => [name, await (value as { count(where: object): Promise<number> }).count({})]),
    )
    return Object.fromEntries(found) as Record<string, number>
  }

  for (const [when, bodyOf] of Object.entries(BODIES)) {
    it(`log no error and change nothing, whichever call is ended ${when}`, async () => {
      const { token } = await kit().signIn('ada@acme.test')
      const before = await rows()
      const changing = allRoutes().filter(({ endpoint }) => ['POST', 'PUT', 'PATCH'].includes(endpoint.method))
      assert.ok(changing.length > 200, `${changing.length}`)
      const failed: string[] = []
      for (const { endpoint, operation } of kit().sample(changing, 7)) {
        const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'mel'])
        const path = fillPath(endpoint.path, Object.fromEntries(names))
        const { status } = await send(endpoint.method, path, token, bodyOf())
        if (status >= 500) failed.push(`${operation} ${status}`)
      }
      assert.deepEqual([failed, kit().logged], [[], []])
      assert.deepEqual(await rows(), before)
    })
  }
}
