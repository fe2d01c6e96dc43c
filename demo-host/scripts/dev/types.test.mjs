import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typeProblems } from './types.mjs'

const SOURCE = 'demo-host/scripts/dev/types.test.mjs'

test('type errors have their location in the source and the lines that explain them', () => {
  const output = [
    `${SOURCE}(3,8): error TS2322: Type 'number' is not assignable to type 'string'.`,
    "  Types of property 'e' are incompatible.",
    "error TS2688: Cannot find type definition file for 'mocha'.",
    '',
  ].join('\n')
  assert.deepEqual(typeProblems({ output, failure: 'exit code 1' }), [
    {
      kind: 'Type error',
      message: "Type 'number' is not assignable to type 'string'.\n  Types of property 'e' are incompatible.",
      file: SOURCE,
      line: 3,
      column: 8,
      frame: "3 | import { typeProblems } from './types.mjs'\n  |        ^",
    },
    { kind: 'Type error', message: "Cannot find type definition file for 'mocha'." },
  ])
})

test('handles an error in a deleted file, and output without errors', () => {
  const [gone] = typeProblems({ output: 'src/gone.ts(2,1): error TS1005: expected.' })
  assert.equal(gone.frame, '2 | \n  | ^')
  assert.deepEqual(typeProblems({ output: '' }), [])
})

test('a compiler that fails without a message is reported', () => {
  const [problem] = typeProblems({ output: 'out of memory', failure: 'exit code 134' })
  assert.match(problem.message, /exit code 134/)
})
