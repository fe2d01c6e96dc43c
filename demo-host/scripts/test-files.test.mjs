import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './project.mjs'
import {
  allTests,
  componentTests,
  databaseTests,
  fleetTests,
  nodeTests,
  proveFiles,
  testsOf,
  textFiles,
} from './test-files.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')

test('every test file belongs to one kind', () => {
  const kinds = [nodeTests(), databaseTests(), fleetTests(), componentTests(), proveFiles()]
  const all = kinds.flat()
  assert.equal(new Set(all).size, all.length)
  assert.ok(all.every((path) => allTests().includes(path)))
  assert.ok(kinds.every((files) => files.length > 0))
})

test('tests that run without a database server start none', () => {
  const starters = nodeTests().filter((path) => /from '[^']*\/testing\/postgres\.ts'/.test(read(path)))
  assert.deepEqual(starters, [])
})

/** Ports are drawn at random, so that two parallel runs rarely use the same. */
const OTHERWISE = ['src/testing/ports.ts', 'demo-host/scripts/test-files.test.mjs', 'demo-host/scripts/prove.mjs']

const BY_DATE = /Date\.now\(\) *\/ *(DAY|86_?400)|TEST_TURN|getDay\(\) *%|Math\.random\(\)/

test('no test is chosen by date, day or chance, and none uses an input that differs in the next run', () => {
  const files = [...textFiles(), 'playwright.config.ts', 'web-test-runner.config.mjs'].filter(
    (path) =>
      /(\.(test|spec|prove|suite|test-kit)\.(tsx?|mjs)|config\.(ts|mjs))$|^src\/testing\/|^demo-host\/scripts\/|^demo-host\/e2e\//.test(
        path,
      ) && !OTHERWISE.includes(path),
  )
  assert.ok(files.length > 500)
  assert.deepEqual(
    files.filter((path) => BY_DATE.test(read(path))),
    [],
  )
})

test('the tests of a change are those in it, next to it and importing it', () => {
  const page = testsOf(['src/pages/users/users.messages.ts', 'README.md'])
  assert.ok(page.length > 0)
  assert.ok(page.some((path) => path.startsWith('src/pages/users/')))
  assert.ok(testsOf(['src/rules/money.ts']).length > 0)
  assert.deepEqual(
    testsOf(['src/ui/toast']).filter((path) => !path.startsWith('src/ui/toast/')),
    [],
  )
  assert.deepEqual(testsOf(['LICENSE']), [])
})
