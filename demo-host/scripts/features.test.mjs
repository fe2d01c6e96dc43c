import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from './project.mjs'

const FOLDERS = ['src', 'cdn', 'demo-host']
const paths = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => `/${join(folder, path)}`),
  ),
  ...readdirSync(root).map((path) => `/${path}`),
].filter((path) => !path.includes('/node_modules'))

/** Expands a word with braces: `{a,b}.ts` becomes `a.ts` and `b.ts`. */
const expanded = (word) => {
  const [, before, choices, after] = /^(.*?)\{([^}]*)\}(.*)$/.exec(word) ?? []
  return choices === undefined ? [word] : choices.split(',').flatMap((choice) => expanded(before + choice + after))
}

const namesIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, word]) => expanded(word.replace(/\/$/, '')))

/** Cells may also name pages of the demo and commands, which aren't paths. */
const isPath = (name) => !name.startsWith('/') && !name.startsWith('npm ')

const found = (name) => {
  if (!name.includes('*')) return paths.some((path) => path.endsWith(`/${name}`))
  const pattern = new RegExp(`/${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`)
  return paths.some((path) => pattern.test(path))
}

const TEST = /\.(test|test-kit|spec|suite|prove)\.\w+$|^demo-host\/(fleet|e2e\/engines)\//

/** Returns what is wrong with the table: rows of two cells, paths that don't exist, and features without a test. */
const faultsIn = (text) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .flatMap((line) => {
      const [feature, code = '', tests = ''] = line.slice(2, -2).split(' | ')
      const names = [...namesIn(code), ...namesIn(tests)].filter(isPath)
      return [
        ...names.filter((name) => !found(name)).map((name) => `${feature}: ${name} does not exist`),
        ...(namesIn(tests).some((name) => TEST.test(name)) ? [] : [`${feature}: no test is named`]),
      ]
    })

test('every feature names code that exists, and a test that exists', () => {
  assert.deepEqual(faultsIn(readFileSync(join(root, 'demo-host/e2e/FEATURES.md'), 'utf8')), [])
})

test('a path that does not exist and a feature without a test are reported, a page and a pattern are not', () => {
  const table = [
    '| Feature | Code | Tests |',
    '| One | `src/nowhere`, page `/gates` | `src/{index,nothing}.ts`, `features.test.mjs` |',
    '| Two | `src/backend/handlers/*.rules.ts` | tests beside it, `npm run bench` |',
  ].join('\n')
  assert.deepEqual(faultsIn(table), [
    'One: src/nowhere does not exist',
    'One: src/nothing.ts does not exist',
    'Two: no test is named',
  ])
})
