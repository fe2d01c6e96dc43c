import assert from 'node:assert/strict'
import test from 'node:test'
import { loginFiles, tagFiles, withRoom } from './budgets.mjs'

const rowOf = (bytes: number) => ({ what: 'login box', files: 2, kb: bytes / 1000, limit: 108 })

test('a build keeps a part of each budget free, which a release may use', () => {
  const left = (bytes: number, isRelease: boolean) => withRoom([rowOf(bytes)], { isRelease })[0]
  assert.deepEqual(
    [left(107_784, false), left(107_785, false), left(107_785, true), left(108_001, true)].map((row) => [
      row?.left,
      row?.over,
    ]),
    [
      [0, false],
      [-1, true],
      [215, false],
      [-1, true],
    ],
  )
})

test('a page with the script tag loads the same files first, but the entry of the loader', () => {
  const chunks = [
    { fileName: 'fe.esm.js', imports: [], moduleIds: [] },
    { fileName: 'core.js', imports: ['fe.esm.js', 'chunks/shared.js'], moduleIds: [] },
    { fileName: 'chunks/shared.js', imports: ['fe.esm.js'], moduleIds: [] },
  ]
  assert.deepEqual(loginFiles(chunks), ['fe.esm.js', 'core.js', 'chunks/shared.js'])
  assert.deepEqual(tagFiles(chunks), ['fe.tag.js', 'core.js', 'chunks/shared.js'])
})
