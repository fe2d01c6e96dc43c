import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root, version } from '../project.mjs'
import { expectationsOf, quickstartOf, quickstartSections } from './page.mjs'
import { STACKS } from './stacks.mjs'

test('the page has a section for every quickstart, with its URL, its files and the command that starts it', () => {
  const named = quickstartSections().flatMap(({ stacks }) => stacks)
  assert.deepEqual(named.toSorted(), Object.keys(STACKS).toSorted())
  for (const name of named) {
    const { url, commands, files } = quickstartOf(name)
    assert.match(url, /^http:\/\/localhost:\d+$/)
    assert.equal(files, name)
    assert.ok(existsSync(join(root, 'demo-host/frameworks', files)), name)
    assert.equal(commands.start.length, 1, name)
    const [, port] = / (?:-p|--port|http\.server) (\d+)$/.exec(commands.start[0]) ?? []
    if (port) assert.ok(url.endsWith(`:${port}`), `${name}: ${url}`)
    if (name !== 'html') assert.ok(commands.install.at(-1).endsWith(`/front-entry-${version}.tgz`), name)
  }
})

test('commands that several stacks share are those of the stack that a newcomer chose', () => {
  const { commands, generatorArgs } = quickstartOf('vue')
  assert.deepEqual(commands.generate, ['npm create vite@latest my-app -- --template vue-ts --no-interactive'])
  assert.deepEqual(commands.copy, ['cp -r $FE/demo-host/frameworks/vue/. .'])
  assert.deepEqual(generatorArgs, ['--template', 'vue-ts', '--no-interactive'])
  assert.deepEqual(quickstartOf('vite').generatorArgs.slice(0, 2), ['--template', 'vanilla-ts'])
  assert.deepEqual(quickstartOf('react').generatorArgs.slice(0, 2), ['--template', 'react-ts'])
})

test('where tests write files instead of running a generator, the page has the choices of those files', () => {
  const next = ['--ts', '--app', '--empty', '--yes', '--no-src-dir', '--no-tailwind']
  assert.deepEqual(quickstartOf('next').generatorArgs, next)
  assert.deepEqual(quickstartOf('angular').generatorArgs, ['--defaults', '--skip-git'])
})

const PAGE = `## Cobol: http://localhost:1

Some words.

\`\`\`sh
cp -r $FE/demo-host/frameworks/cobol/. .
npm run dev
\`\`\`
`

test('a stack without a section, a command that no test follows and a page without the color are refused', () => {
  assert.deepEqual(quickstartOf('cobol', PAGE).commands.start, ['npm run dev'])
  assert.throws(() => quickstartOf('react', PAGE), /no section for react/)
  assert.throws(() => quickstartOf('cobol', PAGE.replace('run dev', 'run unknown')), /no test follows: npm run unknown/)
  assert.throws(() => expectationsOf(PAGE), /does not say what a newcomer sees: color/)
})

test('every quickstart has the color, the gate and the button that the page says a newcomer sees', () => {
  const { color, gate, portal, welcome, email } = expectationsOf()
  assert.equal(welcome, `Welcome ${email}`)
  for (const name of Object.keys(STACKS)) {
    const folder = join(root, 'demo-host/frameworks', name)
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const text = entries.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('')
    for (const part of [color, gate, portal, 'Welcome']) assert.ok(text.includes(part), `${name}: ${part}`)
  }
})
