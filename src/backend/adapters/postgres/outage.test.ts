import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createOutageWatch,
  DatabaseAwayError,
  isDatabaseAway,
  NotConnectedError,
  SILENT_LOG,
  withoutOutages,
} from './outage.ts'

const coded = (code: string, message = 'failed') => Object.assign(new Error(message), { code })

const AWAY = {
  'a refused connection': coded('ECONNREFUSED'),
  'a name with several IP addresses': new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
  'a connection that was cut': new Error('Connection terminated unexpectedly'),
  'a server that is ended': coded('57P01'),
  'a server that starts': coded('57P03'),
  'a connection exception': coded('08006'),
  'too many connections': coded('53300'),
  'a connection that the server ended for its age': coded('57P05'),
  'a transaction that the server ended for its age': coded('25P03'),
  'a server without memory': coded('53200'),
  'a connection that was refused for any reason': new NotConnectedError(coded('28P01')),
  'a statement that took too long': coded('57014'),
  'a lock that took too long': coded('55P03'),
  'a deadlock': coded('40P01'),
  'a full disk': coded('53100'),
  'a database that can only be read': coded('25006'),
  'a pool without a free connection': new Error('timeout exceeded when trying to connect'),
  'a pool that has ended': new Error('Cannot use a pool after calling end on the pool'),
  'an embedded database that has ended': new Error('PGlite is closed'),
  'a failed statement whose cause it is': new Error('Failed query: select 1', { cause: coded('ECONNRESET') }),
}

for (const [what, error] of Object.entries(AWAY))
  test(`${what} is an outage`, async () => {
    const { guard } = createOutageWatch(SILENT_LOG)
    await assert.rejects(guard(Promise.reject(error)), DatabaseAwayError)
  })

const OTHERS = {
  'a unique key that is taken': coded('23505'),
  'a statement with an error': coded('42601'),
  'a failed statement whose cause is another': new Error('Failed query: select 1', { cause: coded('23505') }),
  'a bug': new TypeError('undefined is not a function'),
}

for (const [what, error] of Object.entries(OTHERS))
  test(`${what} is not an outage`, async () => {
    const { guard } = createOutageWatch(SILENT_LOG)
    await assert.rejects(guard(Promise.reject(error)), (thrown) => thrown === error && !isDatabaseAway(thrown))
  })

test('an outage is logged when it begins, once a minute while it lasts, and when it ends', async () => {
  const lines: string[] = []
  const note = (level: string) => (message: string) => void lines.push(`${level} ${message}`)
  let now = 0
  const watch = createOutageWatch({ warn: note('warn'), error: note('error') }, () => now)
  const fail = () => watch.guard(Promise.reject(coded('ECONNREFUSED', 'connect refused'))).catch(() => undefined)
  for (; now < 150_000; now += 500) await fail()
  await watch.guard(Promise.resolve())
  await watch.guard(Promise.resolve())
  const away = 'error The database is away: connect refused. Until it is back, calls get 503.'
  assert.deepEqual(lines, [away, away, away, 'warn The database is back after 150 s.'])
})

test('failing writes are logged once a minute, and reads that succeed meanwhile don’t end them', async () => {
  const lines: string[] = []
  const note = (level: string) => (message: string) => void lines.push(`${level} ${message}`)
  let now = 0
  const watch = createOutageWatch({ warn: note('warn'), error: note('error') }, () => now)
  const full = coded('53100', 'could not extend file "base/5/16384": No space left on device')
  for (; now < 90_000; now += 500) {
    await watch.guard(Promise.reject(new Error('Failed query', { cause: full }))).catch(() => undefined)
    await watch.guard(Promise.resolve())
  }
  const line = `error Writes fail: ${full.message}. Calls that write get 503.`
  assert.deepEqual(lines, [line, line])
})

test('a database that is repeatedly unavailable doesn’t fill the log', async () => {
  const lines: string[] = []
  const note = (message: string) => void lines.push(message)
  let now = 0
  const watch = createOutageWatch({ warn: note, error: note }, () => now)
  for (; now < 59_000; now += 100) {
    await watch.guard(Promise.reject(coded('53300'))).catch(() => undefined)
    await watch.guard(Promise.resolve())
    watch.lost(coded('57P01'))
  }
  assert.equal(lines.length, 3)
})

test('log lines about failures because of an outage are omitted, others are not', () => {
  const lines: string[] = []
  const note = (message: string) => void lines.push(message)
  const log = withoutOutages({ error: note, warn: note, info: note, debug: note })
  const away = new DatabaseAwayError('The database is away')
  log.warn('Looking for emails failed', away)
  log.error('A report could not be sent', new Error('failed', { cause: away }))
  log.warn('Looking for emails failed', new Error('another'))
  log.info('Started')
  assert.deepEqual(lines, ['Looking for emails failed', 'Started'])
})
