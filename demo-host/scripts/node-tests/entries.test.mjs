import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeTests } from '../test-files.mjs'
import { processesOf } from './entries.mjs'

test('the longest files start first, although Node’s runner sorts the files', () => {
  const processes = processesOf(nodeTests())
  const names = processes.map(({ name }) => name)
  assert.deepEqual([...names].sort(), names)
  assert.deepEqual(processes[0]?.files, ['src/backend/backend.test.ts'])
})

test('each file runs in exactly one process', () => {
  const files = nodeTests()
  const run = processesOf(files).flatMap((each) => each.files)
  assert.deepEqual(run.sort(), [...files].sort())
})
