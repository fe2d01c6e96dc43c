import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it, mock } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createMemoryStore } from '../../backend/store/memory.ts'
import { type Kit, openKit } from '../../backend/suites/kit.test-kit.ts'
import { auditLog } from '../../contract/audits.ts'
import { scriptArguments } from '../../testing/child-script.ts'
import { runCommand } from '../commands.ts'
import type { Place } from '../place.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const folder = mkdtempSync(join(tmpdir(), 'fe-verify-'))

const fileOf = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const ARGS = scriptArguments('src/cli/main.ts', 'verify-audits')

/** Runs the command as a user does. */
const verifyInProcess = (path: string) => {
  const { status, stdout, stderr } = spawnSync('node', [...ARGS, path], { cwd: ROOT, encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

const PLACE: Place = {
  root: ROOT,
  release: '',
  version: '',
  readSchemas: () => Promise.reject(new Error('The command needs no schemas')),
  call: (command) => `npm run ${command}`,
  build: '',
}

/** Runs the command here, because a process takes seconds to start. */
const verify = async (...args: string[]) => {
  const lines: unknown[] = []
  const printed = (['log', 'error'] as const).map((level) =>
    mock.method(console, level, (line: unknown) => void lines.push(line)),
  )
  const { exitCode } = process
  process.exitCode = 0
  try {
    await runCommand(['verify-audits', ...args], PLACE)
    return { status: process.exitCode, text: lines.join('\n') }
  } finally {
    process.exitCode = exitCode
    for (const { mock: replaced } of printed) replaced.restore()
  }
}

/** Returns the whole log, as the page saves it. */
const exported = async (kit: Kit): Promise<string> => {
  for (let at = 0; at < 3; at += 1) await kit.signIn('mel@acme.test')
  const { token } = await kit.signIn('ada@acme.test')
  let text = ''
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const body = { format: 'jsonl', ...(cursor && { cursor }) }
    const response = await kit.call('POST', `${auditLog.exportAuditPart.path}?sortDirection=asc`, { token, body })
    assert.equal(response.status, 200, JSON.stringify(response.body))
    text += response.body.text
    cursor = response.body.cursor
  }
  return text
}

describe('The command that verifies an exported audit log', () => {
  let kit: Kit
  let good: string

  before(async () => {
    kit = await openKit(async () => createMemoryStore())
    await kit.reset()
    good = await exported(kit)
  })
  after(async () => {
    rmSync(folder, { recursive: true, force: true })
    await kit.close()
  })

  it('accepts a file as it was exported, even with the keys of the backend', async () => {
    const path = fileOf('good.jsonl', good)
    const keys = fileOf('keys.json', JSON.stringify(await kit.ports.signer.jwks()))
    for (const args of [[path], [path, '--keys', keys]]) {
      const { status, text } = await verify(...args)
      assert.equal(status, 0, text)
      assert.match(text, /exactly as it was written/)
    }
  })

  it('reports the first altered row, and fails', () => {
    const lines = good.split('\n')
    const at = lines.findIndex((line) => line.includes('mel@acme.test'))
    const { seq } = JSON.parse(lines[at] ?? '')
    lines[at] = String(lines[at]).replace('mel@acme.test', 'eve@acme.test')
    const { status, text } = verifyInProcess(fileOf('altered.jsonl', lines.join('\n')))
    assert.equal(status, 1, text)
    assert.ok(text.includes(`The row at position ${seq} was altered.`), text)
  })

  it('fails where the checkpoint is not signed with the keys that are trusted', async () => {
    const other = await openKit(async () => createMemoryStore())
    const keys = fileOf('other-keys.json', JSON.stringify(await other.ports.signer.jwks()))
    await other.close()
    const { status, text } = await verify(fileOf('signed.jsonl', good), '--keys', keys)
    assert.equal(status, 1, text)
  })

  it('explains what it needs', async () => {
    const { status, text } = await verify()
    assert.equal(status, 2)
    assert.match(text, /Name the exported file/)
    assert.equal((await verify(join(folder, 'missing.jsonl'))).status, 2)
    assert.equal((await verify(fileOf('any.jsonl', good), '--keys', join(folder, 'missing.json'))).status, 2)
  })
})
