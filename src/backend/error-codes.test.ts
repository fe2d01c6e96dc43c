import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ERROR_CODES } from '../contract/error-codes.ts'
import { codeOfStatus } from '../rules/code-of-status.ts'
import { Refusal } from './call/refusal.ts'
import { assertDocumented } from './suites/error-codes.test-kit.ts'

const codes = Object.entries(ERROR_CODES)

test('every code is a name with a sentence and statuses of failures', () => {
  for (const [code, { status, text }] of codes) {
    assert.match(code, /^[a-z]+([-_][a-z]+)*$/)
    assert.match(text, /^[A-Z].{15,}\.$/, code)
    assert.ok(status.length > 0 && status.every((each) => each >= 400 && each < 600), code)
  }
})

test('the code of a status is the first one in the list', () => {
  for (const status of new Set<number>(codes.flatMap(([, each]) => each.status))) {
    const first = codes.find(([, each]) => each.status.some((one) => one === status))
    assert.equal(codeOfStatus(status), first?.[0])
  }
  assertDocumented(500, codeOfStatus(500))
})

test('a refusal has the code of its status, of its reason, or its own', () => {
  assert.equal(new Refusal(403, ['No']).code, 'forbidden')
  assert.equal(new Refusal(403, ['No'], {}, { reason: 'ip-address' }).code, 'ip-address')
  const own = new Refusal(403, ['No'], { Allow: 'GET' }, { error: 'access_denied' }).as('suspended')
  assert.deepEqual([own.status, own.message, own.code], [403, 'No', 'suspended'])
  assert.deepEqual([own.headers, own.fields], [{ Allow: 'GET' }, { error: 'access_denied' }])
})

test('the product uses every code', () => {
  const files = ['backend', 'rules'].flatMap((folder) =>
    readdirSync(new URL(`../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !/\.(test|suite|prove|test-kit)\.ts$/.test(path))
      .map((path) => readFileSync(new URL(`../${folder}/${path}`, import.meta.url), 'utf8')),
  )
  const source = files.join('\n')
  const unused = codes.map(([code]) => code).filter((code) => !source.includes(`'${code}'`))
  assert.deepEqual(unused, [])
})
