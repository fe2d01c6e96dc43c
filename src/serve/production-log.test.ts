import assert from 'node:assert/strict'
import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { describe, it, test } from 'node:test'
import type { LogLevel } from '../kernel/logger.ts'
import { createMetrics } from './metrics.ts'
import { createProductionLog, fileSink, readable } from './production-log.ts'
import { requestIdOf, watchCalls } from './watch-calls.ts'

const SECRET = 'Canary-Qz7Qz7Qz7Qz7'

const aLog = (level: LogLevel = 'info') => {
  const lines: string[] = []
  return { lines, log: createProductionLog(level, { write: (line) => void lines.push(line) }) }
}

const fieldsOf = (line: string | undefined): Record<string, unknown> => JSON.parse(line ?? '{}')

describe('A line of the production log', () => {
  it('is a JSON object with time, level, text and the request it belongs to', () => {
    const { lines, log } = aLog()
    log.inRequest('0123456789abcdef', () => log.warn('Sending emails failed'))
    const { time, ...fields } = fieldsOf(lines[0])
    assert.match(String(time), /^\d{4}-\d\d-\d\dT.*Z$/)
    assert.deepEqual(fields, { level: 'warn', msg: 'Sending emails failed', requestId: '0123456789abcdef' })
  })

  it('is left out below the level', () => {
    const { lines, log } = aLog('warn')
    log.info('Started')
    log.access({ requestId: '1', method: 'GET', route: '/health', status: 200, durationMs: 1 })
    assert.deepEqual(lines, [])
  })

  for (const [what, error] of [
    ['the values of a failed statement', new Error(`Failed query: select $1\nparams: ${SECRET}`)],
    ['those of its cause', new Error('Failed', { cause: new Error(`Failed query: select $1\nparams: ${SECRET}`) })],
    ['the query of a URL', new Error(`Failed to parse URL from https://id.test/link?token=${SECRET}`)],
    ['malformed JSON', new SyntaxError(`Unexpected token 'C', "${SECRET}" is not valid JSON`)],
    ['fields of an error', Object.assign(new Error('Refused'), { config: { password: SECRET } })],
    ['what is no error', { password: SECRET }],
  ] as const)
    it(`has the place of an error, and not ${what}`, () => {
      const { lines, log } = aLog()
      log.error('GET users.listUsersV2 failed', error)
      assert.equal(lines.length, 1)
      assert.ok(!lines.join().includes(SECRET), lines.join())
      assert.ok(fieldsOf(lines[0]).err)
    })

  it('is readable in a terminal', () => {
    const { lines, log } = aLog()
    log.access({ requestId: 'abc', method: 'GET', route: '/things/{id}', status: 200, durationMs: 1.5, userId: 'ada' })
    assert.match(
      readable(lines[0] ?? ''),
      /^\d\d:\d\d:\d\d\.\d{3} INFO {2}request requestId=abc method=GET route=\/things\/\{id\} status=200 durationMs=1\.5 userId=ada\n$/,
    )
    log.error('Failed', new Error('reason'))
    assert.match(readable(lines[1] ?? ''), /^\S+ ERROR Failed\nError: reason\n {4}at /)
  })
})

test('A log that can’t be written doesn’t end the process', () => {
  const readOnly = openSync(devNull, 'r')
  try {
    const log = createProductionLog('info', fileSink(readOnly))
    for (const line of ['first', 'second']) log.warn(line)
  } finally {
    closeSync(readOnly)
  }
})

test('a request keeps the ID of its proxy or trace, and gets a new one instead of anything else', () => {
  const uuid = '0a1b2c3d-0000-4000-8000-000000000001'
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const idOf = (headers: Record<string, string>) => requestIdOf(new Headers(headers))
  assert.equal(idOf({ 'X-Request-Id': uuid }), uuid)
  assert.equal(idOf({ traceparent: `00-${trace}-00f067aa0ba902b7-01` }), trace)
  assert.equal(idOf({ 'X-Request-Id': uuid, traceparent: `00-${trace}-00f067aa0ba902b7-01` }), uuid)
  for (const forged of [SECRET, 'short', '', 'a'.repeat(65), `${uuid}" level="error`])
    assert.match(idOf({ 'X-Request-Id': forged, traceparent: forged }), /^[0-9a-f]{8}-/)
})

describe('A watched call', () => {
  const call = async (method: string, path: string, status = 200, operation?: string) => {
    const { lines, log } = aLog()
    const metrics = createMetrics()
    const { observe, watch } = watchCalls(log, metrics.count)
    const fetch = watch(async (request: Request) => {
      if (operation) {
        observe(request, { operation, route: '/links/{token}' })
        observe(request, { tenantId: 'acme', userId: 'ada' })
      }
      return new Response('', { status })
    })
    const response = await fetch(new Request(`https://id.test${path}`, { method }))
    return { line: fieldsOf(lines[0]), response, text: await metrics.text() }
  }

  it('is logged with its route instead of its URL, and with its caller', async () => {
    const { line, response } = await call('GET', `/links/${SECRET}?token=${SECRET}`, 200, 'links.open')
    const { time: _time, durationMs, requestId, ...fields } = line
    assert.equal(requestId, response.headers.get('X-Request-Id'))
    assert.equal(typeof durationMs, 'number')
    assert.deepEqual(fields, {
      level: 'info',
      msg: 'request',
      method: 'GET',
      route: '/links/{token}',
      status: 200,
      tenantId: 'acme',
      userId: 'ada',
    })
  })

  it('adds no label that a client invented', async () => {
    const { line, text } = await call(SECRET.toUpperCase(), `/${SECRET}`, 404)
    assert.deepEqual([line.method, line.route], ['other', 'unmatched'])
    assert.ok(!text.includes(SECRET))
    assert.match(text, /front_entry_refusals_total\{reason="not_found"\} 1/)
  })

  for (const [operation, status, expected] of [
    ['login.login', 200, 'sign_ins_total{way="password",outcome="ok"} 1'],
    ['login.login', 401, 'sign_ins_total{way="password",outcome="unauthenticated"} 1'],
    ['login.webauthnPostLogin', 429, 'sign_ins_total{way="passkey",outcome="limited"} 1'],
    ['session.refreshSession', 503, 'refreshes_total{outcome="error"} 1'],
    ['users.listUsersV2', 403, 'refusals_total{reason="forbidden"} 1'],
    ['users.listUsersV2', 500, 'refusals_total{reason="error"} 1'],
  ] as const)
    it(`counts ${operation} with ${status}`, async () => {
      const { text } = await call('POST', '/', status, operation)
      assert.ok(text.includes(`front_entry_${expected}`), text)
    })
})
