import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownLinesOf } from './own-lines.mjs'

/** Has the interface of npm `diff`; these texts differ only at their ends. */
const diffArrays = (before: string[], after: string[]) => {
  const common = after.findIndex((line, at) => line !== before[at])
  const first = common === -1 ? after.length : common
  return [
    { added: false, value: after.slice(0, first) },
    { added: true, value: after.slice(first) },
  ]
}

test('every line that a developer types counts, brackets too; blank lines and indentation do not', () => {
  const generated = 'import a\n\nrun()\n'
  assert.deepEqual(ownLinesOf(generated, '  import a\n\n  run()\n', diffArrays), [])
  assert.deepEqual(ownLinesOf(generated, 'import a\n\nrun()\nif (a) {\n\n  b()\n}\n', diffArrays), [
    'if (a) {',
    'b()',
    '}',
  ])
})

test('a line that the developer changed counts', () => {
  assert.deepEqual(ownLinesOf('a\nb\n', 'a\nc\n', diffArrays), ['c'])
})
