import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSessionCookies, SessionTooLargeError, sessionCookieName, writeSessionCookies } from './session-cookie.ts'

const NAME = sessionCookieName('b6adfe4c-d695-4c04')

/** Applies the changes to a browser's cookie jar. */
const apply = (jar: Map<string, string>, changes: ReturnType<typeof writeSessionCookies>) => {
  for (const { name, value } of changes) {
    if (value === undefined) jar.delete(name)
    else jar.set(name, value)
  }
}

test('the name carries the client id without dashes', () => {
  assert.equal(NAME, 'fe_session-b6adfe4cd6954c04')
})

test('every size is read back exactly, or refused with an error', () => {
  const jar = new Map<string, string>()
  for (let size = 1; size <= 16_000; size += 7) {
    const sealed = 'x'.repeat(size)
    try {
      apply(jar, writeSessionCookies(NAME, sealed, [...jar.keys()]))
    } catch (error) {
      assert.ok(error instanceof SessionTooLargeError && size > 8_000)
      continue
    }
    for (const [name, value] of jar) assert.ok(name.length + value.length <= 4_096)
    assert.ok(readSessionCookies(NAME, [...jar]).includes(sealed))
  }
})

test('a session that grows and shrinks leaves no chunk behind', () => {
  const jar = new Map<string, string>()
  for (const [size, cookies] of [
    [100, 1],
    [8_000, 2],
    [5_000, 2],
    [100, 1],
  ] as const) {
    apply(jar, writeSessionCookies(NAME, 'y'.repeat(size), [...jar.keys()]))
    assert.equal(jar.size, cookies)
  }
})

test('gaps and foreign cookies yield no session', () => {
  const cases: [string, string][][] = [
    [[`${NAME}-2`, 'b']],
    [[`${NAME}x`, 'a']],
    [[`${NAME}-x-2`, 'a']],
    [[`${NAME}-01`, 'a']],
    [],
  ]
  for (const cookies of cases) assert.deepEqual(readSessionCookies(NAME, cookies), [])
})

test('duplicate and mixed cookies yield every text that may be the session, up to a limit', () => {
  const read = (...cookies: [string, string][]) => readSessionCookies(NAME, cookies).sort()
  assert.deepEqual(read([NAME, 'a'], [NAME, 'b'], [NAME, 'a']), ['a', 'b'])
  assert.deepEqual(read([NAME, 'a'], [`${NAME}-1`, 'b']), ['a', 'b'])
  const one = `${NAME}-1`
  const two = `${NAME}-2`
  assert.deepEqual(read([one, 'a'], [one, 'x'], [two, 'b']), ['a', 'ab', 'x', 'xb'])
  assert.deepEqual(read([one, 'a'], [`${NAME}-3`, 'c']), ['a'])
  const many = Array.from({ length: 40 }, (_, at): [string, string] => [one, String(at)])
  assert.ok(read(...many, ...many.map(([, value]): [string, string] => [two, value])).length <= 32)
})

test('chunks are joined in the order of their numbers and foreign cookies are ignored', () => {
  const cookies: [string, string][] = [
    [`${NAME}-2`, 'b'],
    ['other', 'x'],
    [`${NAME}-1`, 'a'],
  ]
  assert.ok(readSessionCookies(NAME, cookies).includes('ab'))
  assert.deepEqual(writeSessionCookies(NAME, 'v', [`${NAME}-1`, 'other']), [
    { name: `${NAME}-1` },
    { name: NAME, value: 'v' },
  ])
})
