import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { freePorts } from '../../../src/testing/ports.ts'
import { root } from '../project.mjs'

const PATIENCE_MS = 120_000

const folder = mkdtempSync(join(tmpdir(), 'front-entry-dev-'))
writeFileSync(join(folder, 'file'), '')
after(() => rmSync(folder, { recursive: true }))

const start = (env) =>
  spawnSync(process.execPath, ['demo-host/scripts/dev.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ...env },
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  })

test('a wrong setting ends npm run dev with one line that names it', () => {
  const { status, stdout, stderr } = start({ PORT: 'http' })
  assert.equal(status, 1)
  assert.match(stderr, /^PORT.*\n$/)
  assert.equal(stdout, '')
})

test('a data folder that cannot be used ends npm run dev with one line that names it', async () => {
  const port = await freePorts(4)
  const { status, stderr } = start({ PORT: String(port), DATA_DIR: join(folder, 'file', 'data') })
  assert.equal(status, 1)
  assert.match(stderr, /^DATA_DIR: the folder \S+ can't be used: ENOTDIR.*\n$/)
})
