import assert from 'node:assert/strict'
import { Agent, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { until } from '../testing/until.ts'
import { createDrainable, type DrainTimes } from './drain.ts'
import { type Listener, listen } from './listen.ts'

interface Reply {
  status: number
  connection: string
  body: string
}

const agent = new Agent({ keepAlive: true })

const get = (port: number, through = agent): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, agent: through }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        body += part
      })
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, connection: response.headers.connection ?? '', body }),
      )
      response.once('error', reject)
    })
    sent.once('error', reject).end()
  })

const portOf = (server: Server): number => (server.address() as AddressInfo).port

/** Opens a server whose responses the test writes itself. */
const open = async () => {
  const calls: ServerResponse[] = []
  const respond: Listener = (_request: IncomingMessage, response: ServerResponse) => void calls.push(response)
  const { listener, watch, drain } = createDrainable(respond)
  const server = await listen(listener, 0)
  watch(server)
  return { server, calls, port: portOf(server), drain: (times: DrainTimes) => drain(server, times) }
}

/** Opens a connection without a request. */
const openIdle = async (port: number): Promise<{ socket: Socket; ended: Promise<void> }> => {
  const socket = connect(port, '127.0.0.1')
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => resolve()).once('error', () => undefined)
  })
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.resume()
  return { socket, ended }
}

describe('A server that drains', () => {
  it('finishes the calls in flight and asks their clients to close the connection', async () => {
    const { server, calls, port, drain } = await open()
    const reply = get(port)
    await until(() => calls.length === 1)
    const drained = drain({ graceMs: 0, limitMs: 60_000 })
    await until(() => !server.listening)
    calls[0]?.end('done')
    assert.deepEqual(await reply, { status: 200, connection: 'close', body: 'done' })
    await drained
  })

  it('accepts new connections during the grace period, and none after it', async () => {
    const { server, calls, port, drain } = await open()
    const held = get(port)
    await until(() => calls.length === 1)
    const drained = drain({ graceMs: 200, limitMs: 60_000 })
    const late = get(port)
    await until(() => calls.length === 2)
    calls[1]?.end('in time')
    assert.deepEqual(await late, { status: 200, connection: 'keep-alive', body: 'in time' })
    await until(() => !server.listening)
    await assert.rejects(get(port, new Agent()), { code: 'ECONNREFUSED' })
    calls[0]?.end('held')
    assert.equal((await held).body, 'held')
    await drained
  })

  it('responds to a call that arrives on an idle connection after it stopped listening', async () => {
    const { server, calls, port, drain } = await open()
    const first = get(port)
    await until(() => calls.length === 1)
    calls[0]?.end('first')
    assert.equal((await first).connection, 'keep-alive')
    const drained = drain({ graceMs: 0, limitMs: 60_000 })
    await until(() => !server.listening)
    const second = get(port)
    await until(() => calls.length === 2)
    calls[1]?.end('second')
    assert.deepEqual(await second, { status: 200, connection: 'close', body: 'second' })
    await drained
  })

  it('closes idle connections long before the limit', { timeout: 30_000 }, async () => {
    const { port, drain } = await open()
    const { ended } = await openIdle(port)
    await drain({ graceMs: 0, limitMs: 600_000 })
    await ended
  })

  it('responds to the first request of a connection that was opened before', async () => {
    const { server, calls, port, drain } = await open()
    const { socket, ended } = await openIdle(port)
    let received = ''
    socket.on('data', (part) => {
      received += part
    })
    const drained = drain({ graceMs: 0, limitMs: 60_000 })
    await until(() => !server.listening)
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until(() => calls.length === 1)
    calls[0]?.end('first')
    await Promise.all([ended, drained])
    assert.match(received, /^HTTP\/1\.1 200 OK.*connection: close.*first$/is)
  })

  it('lets a response in progress finish, then closes its connection', async () => {
    const { server, calls, port, drain } = await open()
    const reply = get(port)
    await until(() => calls.length === 1)
    calls[0]?.write('first, ')
    const drained = drain({ graceMs: 0, limitMs: 60_000 })
    await until(() => !server.listening)
    calls[0]?.end('last')
    assert.equal((await reply).body, 'first, last')
    await drained
  })

  it('cuts off what is still running at the limit', async () => {
    const { calls, port, drain } = await open()
    const reply = get(port)
    await until(() => calls.length === 1)
    calls[0]?.write('first')
    await Promise.all([assert.rejects(reply), drain({ graceMs: 0, limitMs: 50 })])
  })
})
