import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { createBreachedPasswords, packagedBreachedList, readBreachedList } from './breached-passwords.ts'
import { createBreachedRange } from './breached-range.ts'
import { startMessageReceiver } from './message-receiver.test-kit.ts'

const logged: unknown[][] = []
const note = (...line: unknown[]) => void logged.push(line)
const time = { now: 1_700_000_000_000 }
const NEEDS = { clock: { now: () => time.now }, log: { warn: note, error: note } }

describe('The packaged list of breached passwords', () => {
  it('contains the most frequent passwords, and distinguishes upper and lower case', async () => {
    const isListed = await packagedBreachedList()
    // These passwords have the ranks 1, 4, 100,000, 251,728 and 999,999.
    for (const password of ['123456', 'qwerty', '070162', 'Winter1991', 'vjht008'])
      assert.ok(isListed(password), password)
    for (const password of ['qWeRtY', 'winter1991', 'Correct-Horse-9', 'qwerty\n123456789', '', '\n'])
      assert.equal(isListed(password), false, password)
  })

  it('is read once for all backends of a process', async () => {
    assert.equal(await packagedBreachedList(), await packagedBreachedList())
  })

  it('finds each line of a file, the last one without a line feed too, and no part of one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'breached-'))
    try {
      const lines = Array.from({ length: 10_000 }, (_, at) => `${createHash('md5').update(String(at)).digest('hex')}ü`)
      writeFileSync(join(folder, 'list.txt'), lines.join('\n'))
      const isListed = await readBreachedList(join(folder, 'list.txt'))
      assert.deepEqual(
        lines.filter((line) => !isListed(line)),
        [],
      )
      assert.deepEqual(
        lines.filter((line) => isListed(line.slice(1)) || isListed(`${line}a`)),
        [],
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('Breached passwords', () => {
  it('are those of the lists that come with the server, in the form that is hashed', async () => {
    const isBreached = createBreachedPasswords(NEEDS)
    for (const password of ['Password123!', 'Qwerty12345!', '1q2w3e4r5t', 'Winter1991'])
      assert.ok(await isBreached(password))
    for (const password of ['Correct-Horse-9', 'Brave-Otter-42', '']) assert.equal(await isBreached(password), false)
  })
})

describe('A service with ranges of breached passwords', () => {
  let service: Awaited<ReturnType<typeof startMessageReceiver>>
  before(async () => {
    service = await startMessageReceiver()
  })
  after(() => service.close())
  afterEach(() => {
    logged.length = 0
    time.now += 3_600_000
  })

  const PASSWORD = 'Correct-Horse-9'
  const HASH = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase()
  const PREFIX = HASH.slice(0, 5)
  const SUFFIX = HASH.slice(5)
  const OTHER = 'A'.repeat(35)

  const replies = (...bodies: string[]) => service.script(...bodies.map((body) => ({ status: 200, body })))
  const open = (url = `${service.url}/range`) => createBreachedRange(url, NEEDS)

  /** Asserts that the log has one line, which names the service and the reason and contains no part of the password. */
  const assertLogged = (reason: RegExp) => {
    assert.equal(logged.length, 1)
    const line = JSON.stringify(logged)
    assert.match(line, /BREACHED_PASSWORDS_URL: 127\.0\.0\.1:\d+ gave no list/)
    assert.match(line, reason)
    assert.doesNotMatch(line, new RegExp(`${PREFIX}|${PASSWORD}`, 'i'))
  }

  it('finds a password by the rest of its hash, in either case and with either line ending', async () => {
    for (const suffix of [SUFFIX, SUFFIX.toLowerCase()])
      for (const end of ['\r\n', '\n']) {
        replies(`${OTHER}:2${end}${suffix}:7${end}`)
        assert.equal(await open()(PASSWORD), true)
      }
    replies(`\ufeff${SUFFIX}:7 \r\n${OTHER}:2\t\r\n \r\n`)
    assert.equal(await open()(PASSWORD), true, 'a file of a mirror')
    for (const body of [`${OTHER}:2\r\n`, '']) {
      replies(body)
      assert.equal(await open()(PASSWORD), false)
    }
    assert.deepEqual(logged, [])
  })

  it('pads its lists, and entries with a count of zero are not breached', async () => {
    replies(`${SUFFIX}:0\r\n${OTHER}:3`)
    assert.equal(await open()(PASSWORD), false)
    assert.equal(service.received[0]?.headers['add-padding'], 'true')
  })

  it('receives five digits of the hash and nothing else', async () => {
    replies(`${SUFFIX}:1`)
    await open(`${service.url}/range/`)(PASSWORD)
    const [{ method, path, headers, body } = assert.fail()] = service.received
    assert.deepEqual([method, path, body], ['GET', `/range/${PREFIX}`, ''])
    const sent = JSON.stringify(headers).toUpperCase()
    assert.ok(!sent.includes(PREFIX) && !sent.includes(SUFFIX.slice(0, 5)) && !sent.includes(PASSWORD.toUpperCase()))
    assert.equal(headers['user-agent'], 'front-entry')
  })

  it('is queried once per range in ten minutes, even by simultaneous calls', async () => {
    const isBreached = open()
    replies(`${SUFFIX}:1`, `${OTHER}:1`)
    assert.deepEqual(await Promise.all([isBreached(PASSWORD), isBreached(PASSWORD)]), [true, true])
    time.now += 599_999
    assert.equal(await isBreached(PASSWORD), true)
    assert.equal(service.received.length, 1)
    time.now += 1
    assert.equal(await isBreached(PASSWORD), false)
  })

  it('drops the oldest of fifty cached ranges', async () => {
    const isBreached = open()
    replies(...Array.from({ length: 52 }, () => ''))
    await isBreached(PASSWORD)
    for (let at = 0; at < 50; at += 1) await isBreached(`other ${at}`)
    await isBreached(PASSWORD)
    assert.equal(service.received.length, 52)
  })

  for (const [what, reply, reason] of [
    ['a refusal', 503, /\(HTTP 503\)/],
    ['a redirect', 302, /\(HTTP 302\)/],
    ['a page', { status: 200, body: '<!doctype html>' }, /\(no list of hashes\)/],
    [
      'a list with a broken line',
      { status: 200, body: `${SUFFIX}:1\r\n${SUFFIX.slice(1)}:1` },
      /\(no list of hashes\)/,
    ],
    ['a body that is too large', { status: 200, body: `${SUFFIX}:1\r\n`.repeat(40_000) }, /\(the list is too large\)/],
  ] as const)
    it(`is skipped after ${what}, and queried again for the next password`, async () => {
      const isBreached = open()
      service.script(reply, { status: 200, body: `${SUFFIX}:1` })
      assert.equal(await isBreached(PASSWORD), false)
      assertLogged(reason)
      assert.equal(await isBreached(PASSWORD), true)
    })

  it('is skipped for five seconds after it didn’t respond', async (test) => {
    const isBreached = open()
    const limit = new AbortController()
    test.mock.method(AbortSignal, 'timeout', () => limit.signal)
    service.script('hang', { status: 200, body: `${SUFFIX}:1` })
    const pending = isBreached(PASSWORD)
    limit.abort(new DOMException('The operation timed out', 'TimeoutError'))
    assert.equal(await pending, false)
    assertLogged(/\(no response in time\)/)
    test.mock.restoreAll()
    time.now += 4_999
    assert.equal(await isBreached(PASSWORD), false)
    time.now += 1
    assert.equal(await isBreached(PASSWORD), true)
    assert.equal(logged.length, 1)
  })

  it('is skipped for as long as it requests, but at most ten minutes', async () => {
    for (const [retryAfter, waitsMs] of [
      ['30', 30_000],
      ['86400', 600_000],
    ] as const) {
      const isBreached = open()
      service.script(
        { status: 429, body: '', headers: { 'retry-after': retryAfter } },
        { status: 200, body: `${SUFFIX}:1` },
      )
      assert.equal(await isBreached(PASSWORD), false)
      time.now += waitsMs - 1
      assert.equal(await isBreached(PASSWORD), false)
      assert.equal(service.received.length, 1)
      time.now += 1
      assert.equal(await isBreached(PASSWORD), true)
    }
  })

  it('that fails for every sign-in is logged once a minute', async () => {
    const isBreached = open()
    service.script(...Array.from({ length: 60 }, () => 500))
    for (let at = 0; at < 60; at += 1) {
      await isBreached(`other ${at}`)
      time.now += 2_000
    }
    assert.equal(service.received.length, 60)
    assert.equal(logged.length, 2)
  })

  it('is queried only about passwords that the packaged lists lack, and may be unavailable', async () => {
    const isBreached = createBreachedPasswords(NEEDS, { url: `${service.url}/range` })
    replies(`${SUFFIX}:1`)
    assert.equal(await isBreached('Winter1991'), true)
    assert.equal(service.received.length, 0)
    assert.equal(await isBreached(PASSWORD), true)
    const away = createBreachedPasswords(NEEDS, { url: 'http://127.0.0.1:1/range' })
    assert.deepEqual([await away('Winter1991'), await away(PASSWORD)], [true, false])
  })

  it('gets the hash of the form in which the password is stored', async () => {
    const isBreached = createBreachedPasswords(NEEDS, { url: service.url })
    const composed = createHash('sha1').update('Züge fahren-9').digest('hex').toUpperCase()
    replies(`${composed.slice(5)}:1`)
    assert.equal(await isBreached('Zu\u0308ge\u00a0fahren-9'), true)
    assert.equal(service.received[0]?.path, `/${composed.slice(0, 5)}`)
  })
})
