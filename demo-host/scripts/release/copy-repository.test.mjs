import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { copyRepository } from './copy-repository.mjs'

const FILES = [
  ...['package.json', 'src/index.ts', 'cdn/build.mjs', 'cdn/1.2.3/fe.esm.js', 'demo-host/pages/index.html'],
  ...['demo-host/next/node_modules/next/index.js', 'node_modules/react/index.js', '.work/old.txt'],
]

test('a rehearsal works on the sources and the packages, without build results', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'front-entry-copy-'))
  try {
    for (const file of FILES) {
      mkdirSync(dirname(join(folder, 'from', file)), { recursive: true })
      writeFileSync(join(folder, 'from', file), file)
    }
    await copyRepository(join(folder, 'from'), join(folder, 'to'))
    assert.deepEqual(
      FILES.filter((file) => existsSync(join(folder, 'to', file))),
      ['package.json', 'src/index.ts', 'cdn/build.mjs', 'demo-host/pages/index.html', 'node_modules/react/index.js'],
    )
    // The copy gets its own version, and the repository keeps its own.
    writeFileSync(join(folder, 'to', 'package.json'), 'changed')
    assert.equal(readFileSync(join(folder, 'from', 'package.json'), 'utf8'), 'package.json')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
