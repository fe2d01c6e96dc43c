import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './project.mjs'
import { textFiles } from './test-files.mjs'
import { findingsIn } from './vocabulary.mjs'

/** The words themselves, and figures of the past. */
const EXCEPTIONS = ['demo-host/scripts/vocabulary.mjs', 'demo-host/scripts/vocabulary.test.mjs']

test('texts, comments and names use plain English and cite only what is in this repository', () => {
  const files = textFiles().filter((path) => !EXCEPTIONS.includes(path))
  assert.ok(files.length > 100)
  const found = files.flatMap((path) =>
    findingsIn(readFileSync(join(root, path), 'utf8')).map((finding) => `${path}:${finding}`),
  )
  assert.deepEqual(found, [])
})

test('a word, a citation and a harmless line are distinguished', () => {
  assert.deepEqual(findingsIn('fine\nCheck Your mail'), ['2: "Your mail" (write your email)'])
  const citations = [
    'DESIGN §9',
    'calls.md 5',
    '(api.md f)',
    'Entitlements §1',
    'Contract notes',
    '(contract, flows 18)',
  ]
  for (const citation of citations) assert.equal(findingsIn(`// as in ${citation}`).length, 1, citation)
  assert.equal(findingsIn("report({ row: 36 }) // RFC 9700 §2.1, the row is 40 px high, 'recommend'").length, 0)
})
