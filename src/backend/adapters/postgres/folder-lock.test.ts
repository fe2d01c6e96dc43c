import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { FolderInUseError, lockFolder } from './folder-lock.ts'

const HOLDER = `
  const { lockFolder } = await import(process.env.MODULE)
  await lockFolder(process.env.FOLDER)
  console.log('locked')
  setInterval(() => undefined, 60_000)`

const endedPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

describe('The lock of a data folder', () => {
  let folder = ''
  const path = () => join(folder, 'front-entry.lock')
  const owner = () => JSON.parse(readFileSync(path(), 'utf8'))
  const lockAndRelease = async () => {
    const unlock = await lockFolder(folder)
    unlock()
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fe-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** Starts a process that holds the lock. */
  const startHolder = async () => {
    const env = { ...process.env, FOLDER: folder, MODULE: new URL('./folder-lock.ts', import.meta.url).href }
    const args = ['--import', 'tsx', '--input-type=module', '-e', HOLDER]
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    return child
  }

  it('is acquired once and released, and leaves no file', async () => {
    const unlock = await lockFolder(folder)
    await assert.rejects(lockFolder(folder), FolderInUseError)
    unlock()
    assert.deepEqual(readdirSync(folder), [])
    const unlockNext = await lockFolder(folder)
    unlock()
    await assert.rejects(lockFolder(folder), FolderInUseError, 'a second release removes no other lock')
    unlockNext()
    assert.deepEqual(readdirSync(folder), [])
  })

  it('of a dead process is taken over', async () => {
    writeFileSync(path(), JSON.stringify({ pid: endedPid(), started: '' }))
    const unlock = await lockFolder(folder)
    assert.equal(owner().pid, process.pid)
    unlock()
  })

  it('of an earlier process whose number a running process now has is taken over', {
    skip: !existsSync('/proc/self/stat'),
  }, async () => {
    writeFileSync(path(), JSON.stringify({ pid: process.pid, started: 'another boot 1' }))
    await lockAndRelease()
  })

  it('of a process in another container is kept while that runs, even if it is paused, and taken over afterwards', {
    skip: process.platform !== 'linux',
  }, async () => {
    const child = await startHolder()
    try {
      const { started, socket } = owner()
      // In this container, its number belongs to no process, or to another one, such as to this one.
      for (const pid of [endedPid(), process.pid]) {
        writeFileSync(path(), JSON.stringify({ pid, started, socket }))
        await assert.rejects(lockFolder(folder), FolderInUseError)
      }
      child.kill('SIGSTOP')
      for (let turn = 0; turn < 3; turn += 1) await assert.rejects(lockFolder(folder), FolderInUseError)
      assert.deepEqual(readdirSync(folder).sort(), [socket, 'front-entry.lock'].sort())
    } finally {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    await lockAndRelease()
    assert.deepEqual(readdirSync(folder), [])
  })

  it('works in a folder whose path is too long for a socket', async () => {
    const short = folder
    folder = mkdtempSync(join(short, 'x'.repeat(150)))
    const unlock = await lockFolder(folder)
    writeFileSync(path(), JSON.stringify({ ...owner(), pid: endedPid() }))
    if (process.platform === 'linux') await assert.rejects(lockFolder(folder), FolderInUseError)
    unlock()
    assert.deepEqual(readdirSync(folder), [])
    folder = short
  })

  it('that cannot be read is taken over', async () => {
    for (const text of ['', '{', '{"pid":"x"}', '{"pid":-1}']) {
      writeFileSync(path(), text)
      await lockAndRelease()
    }
  })
})
