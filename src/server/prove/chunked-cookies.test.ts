import assert from 'node:assert/strict'
import { test } from 'node:test'
import { report } from '../../backend/prove/report.test-kit.ts'
import { readSessionCookies, SessionTooLargeError, sessionCookieName, writeSessionCookies } from '../session-cookie.ts'
import { CLIENT } from '../stub-api.test-kit.ts'

const NAME = sessionCookieName(CLIENT)
const MAX_COOKIE_BYTES = 4_096
/** Node refuses header blocks above 16,384 bytes; the limit is half of that. */
const MAX_TOTAL_BYTES = 8_192

const textOf = (size: number) => Array.from({ length: size }, (_, at) => String.fromCharCode(97 + (at % 26))).join('')
const FULL = textOf(16_000)

test('every size from 1 to 16,000 is read back exactly or refused with a specific error', () => {
  const scale = Number(process.env.ROW_SCALE ?? 1)
  const step = Math.max(1, Math.round(1 / scale))
  let exact = 0
  let refused = 0
  let wrong = 0
  let present: string[] = []
  for (let size = 1; size <= 16_000; size += step) {
    const sealed = FULL.slice(0, size)
    try {
      const changes = writeSessionCookies(NAME, sealed, present)
      const cookies = changes.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value] as const]))
      const total = cookies.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
      const fits =
        total <= MAX_TOTAL_BYTES && cookies.every(([name, value]) => name.length + value.length <= MAX_COOKIE_BYTES)
      present = cookies.map(([name]) => name)
      if (fits && readSessionCookies(NAME, cookies)[0] === sealed) exact += 1
      else wrong += 1
    } catch (error) {
      if (error instanceof SessionTooLargeError && size > 8_000) refused += 1
      else wrong += 1
    }
  }
  const reached = `step ${step}: ${exact} exact, ${refused} refused by name, ${wrong} wrong`
  report({
    row: 34,
    wanted: 'sizes 1 to 16,000: exact round trip or a named error',
    reached,
    ok: wrong === 0 && exact > 0 && refused > 0,
  })
  assert.equal(wrong, 0)
})

test('twelve chunks are joined in the order of their numbers, in whatever order they arrive', () => {
  const chunks = Array.from({ length: 12 }, (_, at) => [`${NAME}-${at + 1}`, `<${at + 1}>`] as const)
  const wanted = chunks.map(([, value]) => value).join('')
  for (let turn = 0; turn < 12; turn += 1) {
    const turned = [...chunks.slice(turn), ...chunks.slice(0, turn)]
    assert.equal(readSessionCookies(NAME, turned)[0], wanted)
    assert.equal(readSessionCookies(NAME, [...turned].reverse())[0], wanted)
    assert.ok(!readSessionCookies(NAME, turned.slice(1)).includes(wanted))
  }
})

test('a change from one to two cookies and back leaves nothing behind', () => {
  const jar = new Map<string, string>([['other', 'x']])
  for (const size of [100, 8_000, 5_000, 100, 8_100, 1]) {
    for (const { name, value } of writeSessionCookies(NAME, FULL.slice(0, size), [...jar.keys()])) {
      if (value === undefined) jar.delete(name)
      else jar.set(name, value)
    }
    const sealed = FULL.slice(0, size)
    assert.equal(readSessionCookies(NAME, [...jar])[0], sealed)
    assert.equal([...jar.values()].join('').length, sealed.length + 1)
  }
})

test('foreign cookies are ignored', () => {
  const foreign = [
    `${NAME}x`,
    `${NAME}...x`,
    `x${NAME}`,
    `${NAME}-`,
    `${NAME}-0`,
    `${NAME}-01`,
    `${NAME}-1x`,
    `${NAME}-x-2`,
    `${NAME}-1-2`,
    `${NAME}-100`,
  ]
  for (const name of foreign) {
    const both: [string, string][] = [
      [name, 'evil'],
      [NAME, 'good'],
    ]
    assert.deepEqual(readSessionCookies(NAME, both), ['good'], name)
    assert.deepEqual(readSessionCookies(NAME, [[name, 'evil']]), [], name)
  }
})

test('of doubled cookies every text that may be the session is tried, once', () => {
  const read = (...cookies: [string, string][]) => readSessionCookies(NAME, cookies)
  assert.deepEqual(read([NAME, 'a'], [NAME, 'a']), ['a'])
  assert.deepEqual(read([`${NAME}-1`, 'a'], [`${NAME}-1`, 'b']), ['a', 'b'])
  assert.deepEqual(read([NAME, 'a'], [`${NAME}-1`, 'b']), ['a', 'b'])
})
