import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { closeServer, listen } from '../../src/serve/listen.ts'
import { createHooks } from './start.ts'

describe('The webhook receivers of the demo', () => {
  const hooks = createHooks()
  let server: Server
  let origin = ''
  before(async () => {
    server = await listen(hooks.listener, 0)
    origin = `http://localhost:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    return closeServer(server)
  })

  const post = (path: string, body = '{"a":1}') =>
    fetch(origin + path, {
      method: 'POST',
      redirect: 'manual',
      body,
      headers: { 'content-type': 'application/json', 'webhook-id': 'm1' },
    })
  const json = async (path: string) => (await fetch(origin + path)).json()
  const html = async (path: string) => (await fetch(origin + path, { headers: { accept: 'text/html' } })).text()

  it('list what arrived, newest first, as a page and as JSON, and can be cleared', async () => {
    assert.match(await html('/hooks'), /such as <code>\/hooks\/orders/)
    assert.match(await html('/hooks/orders'), /Nothing has arrived/)
    for (const body of ['first', '<b>second</b>']) assert.equal((await post('/hooks/orders', body)).status, 204)
    const [newest, oldest] = await json('/hooks/orders.json')
    assert.deepEqual([newest.body, oldest.body, newest.headers['webhook-id']], ['<b>second</b>', 'first', 'm1'])
    assert.match(await html('/hooks/orders'), /webhook-id: m1[\s\S]*&lt;b&gt;second&lt;\/b&gt;[\s\S]*first/)
    assert.deepEqual(await json('/hooks.json'), ['orders'])
    const cleared = await fetch(`${origin}/hooks/orders`, {
      method: 'POST',
      headers: { origin, accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'clear=yes',
    })
    assert.equal(cleared.status, 200)
    assert.deepEqual(await json('/hooks/orders.json'), [])
  })

  it('fail and redirect as often as their URL specifies', async () => {
    const statuses = async (path: string) => {
      const found = []
      for (let at = 0; at < 4; at += 1) found.push((await post(path)).status)
      return found
    }
    assert.deepEqual(await statuses('/hooks/failing?fail=3'), [500, 500, 500, 204])
    assert.deepEqual(await statuses('/hooks/moving?redirect=2'), [302, 302, 204, 204])
    assert.deepEqual(
      hooks.deliveries('moving').map(({ result }) => result),
      ['received', 'received', 'redirected', 'redirected'],
    )
  })

  it('delay a delivery for as long as its sender waits', async () => {
    const gone = new AbortController()
    const pending = fetch(`${origin}/hooks/slow?hang=1`, { method: 'POST', body: 'x', signal: gone.signal })
    while (hooks.deliveries('slow').length === 0) await new Promise((resolve) => setImmediate(resolve))
    gone.abort()
    await assert.rejects(pending, { name: 'AbortError' })
    assert.equal((await post('/hooks/slow?hang=1')).status, 204)
  })

  it('keep the newest hundred of a receiver', async () => {
    for (let at = 0; at < 105; at += 1) await post('/hooks/busy', String(at))
    const kept = hooks.deliveries('busy')
    assert.deepEqual([kept.length, kept[0]?.body, kept.at(-1)?.body], [100, '104', '5'])
  })
})
