import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { root, version } from '../project.mjs'
import { unexpectedLiterals, writeVersion } from './version-literals.mjs'

test('the version is text only where a file cannot read it', () => {
  assert.deepEqual(unexpectedLiterals(root, version), [])
  assert.ok(unexpectedLiterals(root, 'import ').length > 100, 'the search finds nothing')
})

test('one script writes the next version into every file that has the current one', () => {
  const copy = mkdtempSync(join(tmpdir(), 'front-entry-version-'))
  const paths = ['package.json', 'package-lock.json', 'demo-host/next', 'demo-host/pages', 'cdn/deploy', 'src/index.ts']
  try {
    for (const path of paths) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      cpSync(join(root, path), join(copy, path), { recursive: true, filter: (from) => !from.includes('node_modules') })
    }
    const changed = writeVersion(copy, { from: version, to: '6.999.0' })
    for (const path of [
      'package.json',
      'package-lock.json',
      'demo-host/pages/script-tag.html',
      'cdn/deploy/nginx.conf',
    ]) {
      assert.ok(changed.includes(path), path)
      assert.match(readFileSync(join(copy, path), 'utf8'), /6\.999\.0/)
    }
    const { exports, version: written } = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'))
    assert.equal(written, '6.999.0')
    assert.equal(exports['./server'].import, './cdn/6.999.0/server.js')
    assert.ok(!changed.includes('src/index.ts'))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
