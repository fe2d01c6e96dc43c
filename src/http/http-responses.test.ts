import { expect } from 'chai'
import type { AnyEndpoint } from '../contract/endpoint.ts'
import { login as loginCalls } from '../contract/login.ts'
import { GENERIC_MESSAGE, HttpError, NetworkError } from '../kernel/errors.ts'
import { createLogger } from '../kernel/logger.ts'
import { retryAfterOf } from '../kernel/retry-after.ts'
import { failureOf } from '../testing/fake-send.ts'
import { csv, json, list, login, picture, setUp } from '../testing/http-bench.ts'

describe('http: responses and errors', () => {
  const HTML = `<html><body>${'x'.repeat(1_000_000)}</body></html>`
  const text = (body: string | null, status: number, statusText = '', type = 'text/plain') =>
    new Response(body, { status, statusText, headers: { 'Content-Type': type } })
  const VECTORS: [title: string, response: () => Response, message: string][] = [
    ['413 with anything', () => json({ errors: ['x'] }, { status: 413 }), 'Error request is too large'],
    ['a list of errors', () => json({ errors: ['a', 'b'] }, { status: 400 }), 'a, b'],
    ['a JSON string', () => json('json text', { status: 400 }), 'json text'],
    ['short plain text', () => text('Too many tries', 400), 'Too many tries'],
    ['an HTML page', () => text(HTML, 500, 'Server Error', 'text/html'), GENERIC_MESSAGE],
    ['an HTML page said to be text', () => text('<b>no</b>', 500), GENERIC_MESSAGE],
    ['a huge text', () => text('x'.repeat(1_000_000), 500), GENERIC_MESSAGE],
    ['cut JSON', () => text('{"errors":["a', 400), GENERIC_MESSAGE],
    ['an empty body', () => text('', 500), GENERIC_MESSAGE],
    ['an empty object', () => json({}, { status: 400, statusText: 'Bad Request' }), 'Error 400 - Bad Request'],
    ['a number', () => json(5, { status: 400, statusText: 'Bad Request' }), 'Error 400 - Bad Request'],
    ['null', () => json(null, { status: 400, statusText: 'Bad Request' }), 'Error 400 - Bad Request'],
    [
      'an empty list',
      () => json({ errors: [] }, { status: 400, statusText: 'Bad Request' }),
      'Error 400 - Bad Request',
    ],
    [
      'errors that are no list',
      () => json({ errors: 'x' }, { status: 400, statusText: 'Bad Request' }),
      'Error 400 - Bad Request',
    ],
    ['errors with messages', () => json({ errors: [{ message: 'x' }] }, { status: 400 }), 'x'],
    [
      'errors of odd shapes',
      () => json({ errors: [{ code: 1 }, 5] }, { status: 400, statusText: 'Bad Request' }),
      'Error 400 - Bad Request',
    ],
    [
      'markup in the list',
      () => json({ errors: ['<img src=x>'] }, { status: 400, statusText: 'Bad Request' }),
      'Error 400 - Bad Request',
    ],
    ['too many calls', () => json({}, { status: 429 }), 'Too many attempts. Wait a moment, then try again.'],
    [
      'too many calls, as a page',
      () => text(HTML, 429, 'Slow down', 'text/html'),
      'Too many attempts. Wait a moment, then try again.',
    ],
    ['too many calls, in words', () => json({ errors: ['Slow down'] }, { status: 429 }), 'Slow down'],
    [
      'a message elsewhere',
      () => json({ message: 'm' }, { status: 403, statusText: 'Forbidden' }),
      'Error 403 - Forbidden',
    ],
  ]
  for (const [title, response, message] of VECTORS) {
    it(`reports ${JSON.stringify(message)} for ${title}`, async () => {
      const error = await failureOf(setUp(response).send(list))
      expect(error).to.be.instanceOf(HttpError)
      expect((error as HttpError).message).to.equal(message)
      expect((error as HttpError).status).to.equal(response().status)
    })
  }

  it('keeps the time the server asked to wait, as seconds or as a date on its own clock', async () => {
    const seconds = await failureOf(setUp(() => text('', 429, '', 'text/plain')).send(list))
    expect((seconds as HttpError).retryAfter).to.equal(undefined)
    const later = (value: string) => () =>
      new Response('', { status: 429, headers: { 'Retry-After': value, Date: 'Wed, 21 Oct 2015 07:28:00 GMT' } })
    expect(((await failureOf(setUp(later('7')).send(list))) as HttpError).retryAfter).to.equal(7)
    const dated = setUp(later('Wed, 21 Oct 2015 07:28:30 GMT'))
    expect(((await failureOf(dated.send(list))) as HttpError).retryAfter).to.equal(30)
  })

  it('reads a wait that is no number of seconds, no date or longer than a day as unknown', async () => {
    const NOW = Date.parse('Wed, 21 Oct 2015 07:28:00 GMT')
    const secondsOf = (value: string) => retryAfterOf(new Headers({ 'Retry-After': value }), NOW - 29_463)
    for (const value of ['', '-5', '1.5', '1e3', 'soon', '3, 3', '10s', '0x10', '+7', 'NaN', 'Wed, later']) {
      expect(secondsOf(value), value).to.equal(undefined)
    }
    for (const value of ['86401', '99999999999999999999', 'Fri, 31 Dec 9999 23:59:59 GMT']) {
      expect(secondsOf(value), value).to.equal(undefined)
    }
    for (const value of ['Wed, 21 Oct 2015 07:28:00 GMT', 'Wednesday, 21-Oct-15 07:28:00 GMT']) {
      expect(secondsOf(value), value).to.equal(30)
    }
    expect(secondsOf('Wed Oct 21 07:28:00 2015 GMT')).to.equal(30)
    expect(secondsOf('Wed, 21 Oct 2015 07:00:00 GMT')).to.equal(0)
    expect(secondsOf(' 007 ')).to.equal(7)
  })

  it('reads 204, an empty body and a page instead of JSON as an empty object', async () => {
    for (const response of [new Response(null, { status: 204 }), new Response(''), new Response('<html>')]) {
      expect(await setUp(() => response).send(list)).to.deep.equal({})
    }
  })

  it('saves a file under the given name, else under output', async () => {
    const saved: string[] = []
    const bench = setUp(() => new Response('a,b'), {
      download: (file, name) => void saved.push(`${name}:${file.size}`),
    })
    await bench.send(csv, { query: { outputFileName: 'audits.csv' } })
    await bench.send(csv, { query: {} })
    expect(saved).to.deep.equal(['audits.csv:3', 'output:3'])
    expect(bench.requests[0]?.url).to.contain('outputFileName=audits.csv')
  })

  it('redirects to the URL in the body of a 302 and never settles', async () => {
    const bench = setUp(() => new Response(' https://login.test/out?x=1 ', { status: 302 }))
    let settled = false
    let leaves = 0
    const onLeave = () => {
      expect(bench.left).to.deep.equal([])
      leaves += 1
    }
    void failureOf(bench.send(list, {}, { onLeave })).then(() => {
      settled = true
    })
    await bench.clock.advance(60_000)
    expect(bench.left).to.deep.equal(['https://login.test/out?x=1'])
    expect(leaves).to.equal(1)
    expect(settled).to.equal(false)
    expect(bench.clock.pending()).to.equal(0)
  })

  it('does not follow a script or an insecure URL, and logs a warning', async () => {
    for (const url of ['javascript:alert(1)', 'http://evil.test', 'data:text/html,x', '', '<html></html>\u0000']) {
      const bench = setUp(() => new Response(url, { status: 302 }))
      const error = await failureOf(bench.send(list))
      expect((error as HttpError).message, url).to.equal(GENERIC_MESSAGE)
      expect(bench.left).to.deep.equal([])
    }
  })

  it('warns a developer of a refused call, but not of the refusals of every sign-in', async () => {
    const lines: string[] = []
    const note = (line: string) => void lines.push(line)
    const log = createLogger('warn', { error: note, warn: note, info: note, debug: note })
    const fail = (status: number, call: AnyEndpoint) =>
      failureOf(setUp(() => json({ errors: ['x'] }, { status }), { log }).send(call))
    for (const status of [401, 400, 404, 503]) await fail(status, list)
    await fail(404, loginCalls.preLogin)
    expect(lines.map((line) => /responded with (\d+)$/.exec(line)?.[1])).to.deep.equal(['400', '404', '503'])
  })

  for (const status of [200, 201, 302]) {
    it(`reports a body of status ${status} that is cut or can't be decompressed as a lost connection`, async () => {
      for (const target of [list, picture, csv]) {
        const saved: string[] = []
        const body = () => {
          let isBegun = false
          return new ReadableStream({
            pull(controller) {
              if (isBegun) return controller.error(new TypeError('network error'))
              isBegun = true
              controller.enqueue(new TextEncoder().encode('{"items":['))
            },
          })
        }
        const bench = setUp(() => new Response(body(), { status }), { download: (_, name) => void saved.push(name) })
        expect(await failureOf(bench.send(target, target === csv ? { query: {} } : {}))).to.be.instanceOf(NetworkError)
        expect(saved).to.deep.equal([])
        expect(bench.left).to.deep.equal([])
      }
    })
  }

  it('keeps the status of a refusal whose body is cut', async () => {
    const body = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) })
    for (const status of [400, 401, 429, 503]) {
      const error = await failureOf(setUp(() => new Response(body(), { status })).send(login))
      expect(error).to.be.instanceOf(HttpError)
      expect((error as HttpError).status).to.equal(status)
    }
  })

  it('distinguishes a lost connection from a response', async () => {
    const bench = setUp(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await failureOf(bench.send(list))).to.be.instanceOf(NetworkError)
  })
})
