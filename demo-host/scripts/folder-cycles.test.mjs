import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderCycles } from './folder-cycles.mjs'

const foldersOf = (...imports) => folderCycles(imports).map(({ folders }) => folders)

test('two folders that import each other are a circle, with the imports that close it', () => {
  const imports = [
    ['src/a/x.ts', 'src/b/y.ts'],
    ['src/b/deep/z.ts', 'src/a/deep/w.ts'],
    ['src/a/x.ts', 'src/c/v.ts'],
  ]
  assert.deepEqual(folderCycles(imports), [{ folders: ['src/a', 'src/b'], imports: imports.slice(0, 2) }])
})

test('folders in a circle of three are found at any depth', () => {
  assert.deepEqual(
    foldersOf(
      ['src/p/q/a/x.ts', 'src/p/q/b/x.ts'],
      ['src/p/q/b/x.ts', 'src/p/q/c/x.ts'],
      ['src/p/q/c/x.ts', 'src/p/q/a/y.ts'],
    ),
    [['src/p/q/a', 'src/p/q/b', 'src/p/q/c']],
  )
})

test('a file and the folders beside it may import each other', () => {
  assert.deepEqual(
    foldersOf(
      ['src/a/index.ts', 'src/a/view/x.ts'],
      ['src/a/view/x.ts', 'src/a/index.ts'],
      ['src/a/x.ts', 'src/a/y.ts'],
    ),
    [],
  )
})

test('folders that point one way aren’t a circle', () => {
  assert.deepEqual(
    foldersOf(['src/a/x.ts', 'src/b/x.ts'], ['src/b/x.ts', 'src/c/x.ts'], ['src/a/x.ts', 'src/c/x.ts']),
    [],
  )
})
