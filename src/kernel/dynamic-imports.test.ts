import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SRC = fileURLToPath(new URL('../', import.meta.url))

/** Files that run on servers or in tests, or load the elements themselves. */
const ELSEWHERE =
  /^(backend|cli|serve|server|testing)\/|\/testing\/|\/prove\/|\.(test|test-kit|prove|stage|d)\.tsx?$|^umd\.ts$|^kernel\/repair-chunk\.ts$/

const IMPORT = /\bimport\(\s*['"`]/g
const LOADED = /(?:loadChunk\(\s*\(\) =>\s*|\bload: \(\) =>\s*|\bconst import\w+ = \(\) =>\s*)$/
/** In a type, `import('…')` loads nothing. */
const IN_TYPE = /(?:typeof|keyof|\):)\s*$/

const sources = () =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !ELSEWHERE.test(path.split('\\').join('/')))
    .map((path) => ({ path: relative(SRC, join(SRC, path)), text: readFileSync(join(SRC, path), 'utf8') }))

test('every dynamic import of the elements is retried, repaired and limited in time', () => {
  const found = sources().flatMap(({ path, text }) =>
    [...text.matchAll(IMPORT)].map(({ index }) => ({ path, text, index })),
  )
  assert.ok(found.length > 60)
  const bare = found.filter(({ text, index }) => {
    const before = text.slice(0, index)
    const isComment = /^\s*(\*|\/\/|\/\*)/.test(before.slice(before.lastIndexOf('\n') + 1))
    return !isComment && !IN_TYPE.test(before) && !LOADED.test(before)
  })
  assert.deepEqual(
    bare.map(({ path, text, index }) => `${path}: ${text.slice(index, index + 60)}`),
    [],
    'loadChunk(() => import(…)) must load it',
  )
})
