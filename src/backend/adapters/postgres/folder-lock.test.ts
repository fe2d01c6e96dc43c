import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { FolderInUseError, lockFolder } from './folder-lock.ts'

describe('The lock of a data folder', () => {
  let folder = ''
  const path = () => join(folder, 'front-entry.lock')
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fe-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('is acquired once and released', () => {
    const unlock = lockFolder(folder)
    assert.throws(() => lockFolder(folder), FolderInUseError)
    unlock()
    assert.equal(existsSync(path()), false)
    lockFolder(folder)()
  })

  it('of a dead process is taken over', () => {
    const { pid } = spawnSync(process.execPath, ['-e', ''])
    writeFileSync(path(), JSON.stringify({ pid, started: '' }))
    const unlock = lockFolder(folder)
    assert.equal(JSON.parse(readFileSync(path(), 'utf8')).pid, process.pid)
    unlock()
  })

  it('of an earlier process whose number a running process now has is taken over', {
    skip: !existsSync('/proc/self/stat'),
  }, () => {
    writeFileSync(path(), JSON.stringify({ pid: process.pid, started: 'another boot 1' }))
    lockFolder(folder)()
  })

  it('that cannot be read is taken over', () => {
    for (const text of ['', '{', '{"pid":"x"}', '{"pid":-1}']) {
      writeFileSync(path(), text)
      lockFolder(folder)()
    }
  })
})
