import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { root } from '../project.mjs'

const COMPILED = fileURLToPath(new URL('compiled.mjs', import.meta.url))

// The path is always the same, so that each run replaces the bundles of the previous one.
const folder = join(root, '.cache', 'node-tests', 'compiled')
mkdirSync(folder, { recursive: true })
after(() => rmSync(folder, { recursive: true }))

const run = (script, ...args) => {
  const { stdout, stderr } = spawnSync(process.execPath, [COMPILED, script, ...args], { encoding: 'utf8' })
  return { stdout, stderr }
}

test('a source runs with its own arguments, and again when a file that it imports has changed', () => {
  const part = join(folder, 'part.ts')
  const script = join(folder, 'script.ts')
  writeFileSync(part, "export const word: string = 'first'\n")
  writeFileSync(
    script,
    "import { word } from './part.ts'\nconsole.log(JSON.stringify([word, ...process.argv.slice(1)]))\n",
  )
  assert.deepEqual(JSON.parse(run(script, 'one', 'two').stdout), ['first', script, 'one', 'two'])
  assert.deepEqual(JSON.parse(run(script).stdout), ['first', script])
  writeFileSync(part, "export const word: string = 'changed'\n")
  assert.deepEqual(JSON.parse(run(script).stdout), ['changed', script])
})

test('an error names the line of the source', () => {
  const script = join(folder, 'fails.ts')
  writeFileSync(script, "interface Unused { text: string }\n\nthrow new Error('here')\n")
  assert.match(run(script).stderr, /fails\.ts:3/)
})
