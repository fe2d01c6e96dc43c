import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { root } from './project.mjs'
import { scaffoldPage } from './scaffold.mjs'
import { CHECK_TYPES, KEPT_TYPES } from './test-parts.mjs'

mkdirSync(join(root, '.work'), { recursive: true })
const copy = mkdtempSync(join(root, '.work', 'scaffold-'))
after(() => rmSync(copy, { recursive: true, force: true }))

const run = (command, ...args) => spawnSync(command, args, { cwd: copy, encoding: 'utf8' })

/**
 * Checks the new files, the changed ones and their users, because `npm test` has checked the rest; packages must seem
 * to be installed here.
 */
const checkTypes = () => {
  const kept = join(copy, KEPT_TYPES)
  mkdirSync(dirname(kept))
  if (existsSync(join(root, KEPT_TYPES))) cpSync(join(root, KEPT_TYPES), kept)
  const compiler = ['--preserve-symlinks', '--preserve-symlinks-main', 'node_modules/typescript/bin/tsc']
  // Sources that use a changed one indirectly are not checked again, which would take a minute.
  const quick = '--assumeChangesOnlyAffectDirectDependencies'
  return run(process.execPath, ...compiler, '--preserveSymlinks', quick, ...CHECK_TYPES)
}

test('a new page with its call and its handler passes the types and the linter as it is', () => {
  const folders = ['src', 'cdn', 'demo-host']
  const files = ['package.json', 'playwright.config.ts', 'tsconfig.json', 'biome.json', '.gitignore']
  for (const file of [...folders, ...files])
    cpSync(join(root, file), join(copy, file), { recursive: true, filter: (path) => !path.includes('node_modules') })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const made = scaffoldPage(copy, 'audit-exports')
  assert.equal(made.length, 10)
  const types = checkTypes()
  assert.equal(types.status, 0, types.stdout)
  const lint = run(join(root, 'node_modules/.bin/biome'), 'lint', ...made)
  assert.equal(lint.status, 0, lint.stderr)
})

test('a page is not scaffolded over another, or under a name that no file can have', () => {
  assert.throws(() => scaffoldPage(copy, 'audit-exports'), /EEXIST/)
  assert.throws(() => scaffoldPage(copy, 'Audit Exports'), /lower case/)
})
