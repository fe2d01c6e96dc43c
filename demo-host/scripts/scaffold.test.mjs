import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { COMPILER, checkTypesWith, KEPT_TYPES, ONE_CORE } from './compiler.mjs'
import { root } from './project.mjs'
import { scaffoldCall, scaffoldPage, scaffoldSetting, scaffoldTable } from './scaffold.mjs'

mkdirSync(join(root, '.work'), { recursive: true })
const copy = mkdtempSync(join(root, '.work', 'scaffold-'))
after(() => rmSync(copy, { recursive: true, force: true }))

/** Runs a command in the copy; the tests that it runs aren't part of this process's report. */
const run = (command, ...args) => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawnSync(command, args, { cwd: copy, encoding: 'utf8', env })
}

/**
 * Checks the new files, the changed ones and all that use them directly or indirectly, because `npm test` has checked
 * the rest. The options of the compiler must be those of the kept state, or it checks every file again. Packages must
 * seem to be installed here.
 */
const checkTypes = () => {
  const kept = join(copy, KEPT_TYPES)
  mkdirSync(dirname(kept))
  if (existsSync(join(root, KEPT_TYPES))) cpSync(join(root, KEPT_TYPES), kept)
  return run(process.execPath, ...COMPILER, ONE_CORE, '--preserveSymlinks', ...checkTypesWith(KEPT_TYPES))
}

test('a new page, call, setting and table pass the types and the linter as they are', () => {
  const folders = ['src', 'cdn', 'demo-host']
  const files = ['package.json', 'playwright.config.ts', 'tsconfig.json', 'biome.json', '.gitignore']
  for (const file of [...folders, ...files])
    cpSync(join(root, file), join(copy, file), { recursive: true, filter: (path) => !path.includes('node_modules') })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const page = scaffoldPage(copy, 'audit-exports')
  assert.equal(page.length, 10)
  const made = [
    ...page,
    ...scaffoldCall(copy, 'account-alias', 'verify-alias'),
    ...scaffoldSetting(copy, 'quiet-hours'),
    ...scaffoldTable(copy, 'saved-views'),
  ]
  assert.equal(made.length, 15)
  const types = checkTypes()
  assert.equal(types.status, 0, types.stdout)
  const lint = run(join(root, 'node_modules/.bin/biome'), 'lint', ...made)
  assert.equal(lint.status, 0, lint.stderr)
})

const PRELOAD = './demo-host/scripts/node-tests/preload.mjs'

const runTests = (...args) => run(process.execPath, '--import', PRELOAD, '--test', '--test-reporter=spec', ...args)

test('the tests of a new setting and a new table pass, and that of a new call fails until its handler is written', () => {
  const passed = runTests('src/backend/domain/settings/quiet-hours.test.ts', 'src/backend/store/memory.test.ts')
  assert.equal(passed.status, 0, passed.stdout)
  assert.match(passed.stdout, /keeps saved views of each account apart/)
  const failed = runTests('--test-name-pattern=whose call verifyAlias', 'src/backend/backend.test.ts')
  assert.equal(failed.status, 1, failed.stdout)
  assert.match(failed.stdout, /500 !== 200/)
})

test('a call is not added twice, to an unknown table or under a name without a verb', () => {
  assert.throws(() => scaffoldCall(copy, 'account-alias', 'verify-alias'), /already/)
  assert.throws(() => scaffoldCall(copy, 'no-table', 'verify-alias'), /0 files/)
  assert.throws(() => scaffoldCall(copy, 'account-alias', 'alias'), /begins with a verb/)
})

test('a page is not scaffolded over another, or under a name that no file can have', () => {
  assert.throws(() => scaffoldPage(copy, 'audit-exports'), /EEXIST/)
  assert.throws(() => scaffoldPage(copy, 'Audit Exports'), /lower case/)
})
