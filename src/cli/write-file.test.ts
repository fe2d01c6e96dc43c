import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeWholeFile } from './write-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'front-entry-write-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('A file is written with its folder', () => {
  writeWholeFile(join(folder, 'new/settings.json'), 'text')
  assert.equal(readFileSync(join(folder, 'new/settings.json'), 'utf8'), 'text')
  assert.deepEqual(readdirSync(join(folder, 'new')), ['settings.json'])
})

test('A file that can’t be written is named in one line, and leaves nothing half done', () => {
  mkdirSync(join(folder, 'taken'))
  writeFileSync(join(folder, 'file'), '')
  for (const name of ['taken', 'file/settings.json'])
    assert.throws(() => writeWholeFile(join(folder, name), 'text'), {
      name: 'SettingError',
      message: /^\S+(taken|settings\.json) can't be written \(E\w+\)\.$/,
    })
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.partial')),
    [],
  )
})

test('A file that another process is writing at the same time is whole', () => {
  const own = join(folder, 'own')
  mkdirSync(own)
  const path = join(own, 'settings.json')
  writeFileSync(`${path}.partial`, 'half of ano')
  writeWholeFile(path, 'whole')
  assert.equal(readFileSync(path, 'utf8'), 'whole')
  assert.equal(readFileSync(`${path}.partial`, 'utf8'), 'half of ano')
})
