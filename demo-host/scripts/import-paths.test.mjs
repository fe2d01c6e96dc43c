import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importPaths } from './import-paths.mjs'

const pathsOf = (...imports) =>
  importPaths(
    imports,
    (path) => path.startsWith('server/'),
    (path) => path.startsWith('demo/'),
  )

test('a file that is imported over others is found, with the shortest path to it', () => {
  assert.deepEqual(
    pathsOf(['server/a', 'b'], ['b', 'c'], ['c', 'demo/d'], ['b', 'demo/d'], ['c', 'b'], ['demo/d', 'demo/e']),
    [
      ['server/a', 'b', 'demo/d'],
      ['server/a', 'b', 'demo/d', 'demo/e'],
    ],
  )
})

test('a file is not found by imports that lead away from it or begin elsewhere', () => {
  assert.deepEqual(pathsOf(['demo/d', 'server/a'], ['other/x', 'demo/d'], ['server/a', 'b']), [])
})
