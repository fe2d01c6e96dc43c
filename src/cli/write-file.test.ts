import assert from 'node:assert/strict'
import fs, {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import { createSecretFile, createWholeFile, writeWholeFile } from './write-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'front-entry-write-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('A file is written with its folder', () => {
  writeWholeFile(join(folder, 'new/settings.json'), 'text')
  assert.equal(readFileSync(join(folder, 'new/settings.json'), 'utf8'), 'text')
  assert.deepEqual(readdirSync(join(folder, 'new')), ['settings.json'])
})

const partialFiles = () => readdirSync(folder).filter((name) => name.endsWith('.partial'))

test('A file that can’t be written is named in one line, and leaves nothing half done', () => {
  mkdirSync(join(folder, 'taken'))
  writeFileSync(join(folder, 'file'), '')
  for (const name of ['taken', 'file/settings.json'])
    assert.throws(() => writeWholeFile(join(folder, name), 'text'), {
      name: 'SettingError',
      message: /^\S+(taken|settings\.json) can't be written \(E\w+\)\.$/,
    })
  assert.deepEqual(partialFiles(), [])
})

test('A file that another process writes at the same time is complete', () => {
  const own = join(folder, 'own')
  mkdirSync(own)
  const path = join(own, 'settings.json')
  writeFileSync(`${path}.partial`, 'half of ano')
  writeWholeFile(path, 'whole')
  assert.equal(readFileSync(path, 'utf8'), 'whole')
  assert.equal(readFileSync(`${path}.partial`, 'utf8'), 'half of ano')
})

/** Runs `work` while a function of the file system fails with `code`. */
const whileFailing = (
  name: 'linkSync' | 'renameSync' | 'writeFileSync' | 'chownSync' | 'accessSync',
  code: string,
  work: () => void,
) => {
  const failing = mock.method(fs, name, () => {
    throw Object.assign(new Error(code), { code })
  })
  syncBuiltinESMExports()
  try {
    work()
  } finally {
    failing.mock.restore()
    syncBuiltinESMExports()
  }
}

test('A file keeps its mode, and a link to it stays a link', () => {
  const file = join(folder, 'private.json')
  const link = join(folder, 'link.json')
  writeFileSync(file, 'old')
  chmodSync(file, 0o640)
  symlinkSync('private.json', link)
  writeWholeFile(link, 'new')
  assert.ok(lstatSync(link).isSymbolicLink())
  assert.equal(readFileSync(file, 'utf8'), 'new')
  assert.equal(statSync(file).mode & 0o777, 0o640)
})

test('A file that can’t be replaced, such as a single mounted file or one of another user, is written in place', () => {
  const file = join(folder, 'mounted.json')
  for (const [name, code] of [
    ['renameSync', 'EBUSY'],
    ['chownSync', 'EPERM'],
  ] as const) {
    writeFileSync(file, 'old')
    const { ino } = statSync(file)
    whileFailing(name, code, () => writeWholeFile(file, 'new'))
    assert.equal(readFileSync(file, 'utf8'), 'new')
    assert.equal(statSync(file).ino, ino)
    assert.deepEqual(partialFiles(), [])
  }
})

test('A file of another user that only its owner can write is replaced, where the folder allows it', () => {
  const file = join(folder, 'roots.json')
  writeFileSync(file, 'old')
  const { ino } = statSync(file)
  whileFailing('accessSync', 'EACCES', () => whileFailing('chownSync', 'EPERM', () => writeWholeFile(file, 'new')))
  assert.equal(readFileSync(file, 'utf8'), 'new')
  assert.notEqual(statSync(file).ino, ino)
  assert.deepEqual(partialFiles(), [])
})

test('A file stays as it was on a full disk', () => {
  const file = join(folder, 'full.json')
  writeFileSync(file, 'old')
  whileFailing('writeFileSync', 'ENOSPC', () =>
    assert.throws(() => writeWholeFile(file, 'new'), /^SettingError: \S+full\.json can't be written \(ENOSPC\)\.$/),
  )
  assert.equal(readFileSync(file, 'utf8'), 'old')
})

test('A secret is created once, and no failure leaves an empty file, which the next call would keep', () => {
  const file = join(folder, 'keys/sealing-key')
  for (const code of ['ENOSPC', 'EDQUOT', 'EIO'])
    whileFailing('writeFileSync', code, () => {
      assert.throws(() => createSecretFile(file, 'key'), { message: `${file} can't be written (${code}).` })
      assert.ok(!existsSync(file))
    })
  assert.equal(createSecretFile(file, 'key'), true)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(createSecretFile(file, 'other'), false)
  assert.equal(readFileSync(file, 'utf8'), 'key')
})

test('A new file is whole, and one that another process created meanwhile is kept', () => {
  const path = join(folder, 'created/settings.json')
  assert.equal(createWholeFile(path, 'first'), true)
  assert.equal(createWholeFile(path, 'second'), false)
  assert.equal(readFileSync(path, 'utf8'), 'first')
  assert.deepEqual(readdirSync(join(folder, 'created')), ['settings.json'])
})

test('A new file is created on a file system without hard links too', () => {
  const path = join(folder, 'unlinked/settings.json')
  for (const code of ['EPERM', 'EACCES', 'EXDEV']) {
    whileFailing('linkSync', code, () => assert.equal(createWholeFile(path, code), true))
    assert.equal(readFileSync(path, 'utf8'), code)
    rmSync(path)
  }
  assert.throws(() => whileFailing('writeFileSync', 'ENOSPC', () => createWholeFile(join(folder, 'no.json'), 'x')), {
    name: 'SettingError',
    message: /^\S+no\.json can't be written \(ENOSPC\)\.$/,
  })
  assert.equal(existsSync(join(folder, 'no.json')), false)
})

test('A new file is created where a link leads to, and the link stays', () => {
  const link = join(folder, 'dangling.json')
  symlinkSync('elsewhere/target.json', link)
  assert.equal(createWholeFile(link, 'first'), true)
  assert.equal(createWholeFile(link, 'second'), false)
  assert.ok(lstatSync(link).isSymbolicLink())
  assert.equal(readFileSync(join(folder, 'elsewhere/target.json'), 'utf8'), 'first')
  const circle = join(folder, 'circle.json')
  symlinkSync('circle.json', circle)
  assert.throws(() => createWholeFile(circle, 'text'), { name: 'SettingError' })
})

test('A new file is written under a name of its own, also beside a process with the same ID in another container', () => {
  const path = join(folder, 'shared.json')
  const other = `${path}.${process.pid}.partial`
  writeFileSync(other, 'half of ano')
  createWholeFile(path, 'whole')
  writeWholeFile(path, 'whole')
  assert.equal(readFileSync(other, 'utf8'), 'half of ano')
})
