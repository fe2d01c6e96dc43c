import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { root } from './project.mjs'
import { scaffoldPage } from './scaffold.mjs'

mkdirSync(join(root, '.work'), { recursive: true })
const copy = mkdtempSync(join(root, '.work', 'scaffold-'))
after(() => rmSync(copy, { recursive: true, force: true }))

const run = (command, args) =>
  spawnSync(join(root, 'node_modules/.bin', command), args, { cwd: copy, encoding: 'utf8' })

test('a new page with its call and its handler passes the types and the linter as it is', () => {
  for (const file of ['src', 'cdn/openapi', 'demo-host', 'tsconfig.json', 'biome.json', '.gitignore'])
    cpSync(join(root, file), join(copy, file), { recursive: true, filter: (path) => !path.includes('node_modules') })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const made = scaffoldPage(copy, 'audit-exports')
  assert.equal(made.length, 10)
  const config = {
    extends: './tsconfig.json',
    files: [...made, 'src/pages/index.ts', 'src/contract/all.ts', 'src/backend/handlers/administration-routes.ts'],
    include: ['src/**/*.d.ts'],
  }
  writeFileSync(join(copy, 'tsconfig.new.json'), JSON.stringify(config))
  const types = run('tsc', ['--noEmit', '-p', 'tsconfig.new.json'])
  assert.equal(types.status, 0, types.stdout)
  const lint = run('biome', ['lint', ...made])
  assert.equal(lint.status, 0, lint.stderr)
})

test('a page is not scaffolded over another, or under a name that no file can have', () => {
  assert.throws(() => scaffoldPage(copy, 'audit-exports'), /EEXIST/)
  assert.throws(() => scaffoldPage(copy, 'Audit Exports'), /lower case/)
})
