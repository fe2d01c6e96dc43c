import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { endProgram, hasEnded } from './child-process.ts'

const MAX_MS = 10_000

const start = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })

test('a program that runs is ended', { timeout: MAX_MS }, async () => {
  const child = start()
  assert.equal(hasEnded(child), false)
  await endProgram(child)
  assert.equal(hasEnded(child), true)
})

test('a program that a signal has ended before is not waited for', { timeout: MAX_MS }, async () => {
  const child = start()
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  assert.equal(child.exitCode, null)
  assert.equal(hasEnded(child), true)
  await endProgram(child)
})
