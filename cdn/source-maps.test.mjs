import assert from 'node:assert/strict'
import { SourceMap } from 'node:module'
import { test } from 'node:test'
import { transform } from 'esbuild'
import { releaseTag } from './release-tag.mjs'
import { movedMappings, sourceName, withMap } from './source-maps.mjs'

const SOURCE = `import './page-users-BBBBBBB.js'
export const load = () => [import('./page-users-BBBBBBB.js'), 'after the first', import('./page-roles-AAAAAAA.js')]
export const last = "the last text"
`

/** Returns minified code, and its source map. */
const minified = async () => {
  const { code, map } = await transform(SOURCE, { minifyWhitespace: true, sourcemap: true, sourcefile: 'page.ts' })
  return { code, map: JSON.parse(map) }
}

/** Returns the place in the source that a string in the code is mapped to. */
const sourcePlace = (code, map, text) => {
  const before = code.slice(0, code.indexOf(text)).split('\n')
  const { originalLine, originalColumn } = new SourceMap(map).findEntry(before.length - 1, before.at(-1).length)
  return SOURCE.split('\n')[originalLine].slice(originalColumn, originalColumn + text.length)
}

test('texts after a replaced one are mapped to the same places, whether it grew or shrank', async () => {
  const { code, map } = await minified()
  for (const [from, to] of [
    ['page-users-BBBBBBB', 'page-users12-BBBBBBB'],
    ['page-users-BBBBBBB', 'u'],
    ['page-roles-AAAAAAA', 'page-roles-that-have-a-name-of-more-than-thirty-two-characters'],
  ]) {
    const edits = [...code.matchAll(from)].map(({ index }) => ({
      end: index + from.length,
      by: to.length - from.length,
    }))
    const mappings = movedMappings(map.mappings, code, edits)
    const changed = code.replaceAll(from, to)
    for (const text of ['"after the first"', '"the last text"', 'last'])
      assert.equal(
        sourcePlace(changed, { ...map, mappings }, text).replaceAll("'", '"'),
        text,
        `${from} → ${to}: ${text}`,
      )
  }
})

test('chunks that are renamed keep their maps, under their new names', async () => {
  const { code, map } = await minified()
  const chunk = (fileName, text) => ({
    ...{ type: 'chunk', fileName, code: text, imports: [], dynamicImports: [] },
    sourcemapFileName: `${fileName}.map`,
  })
  const names = ['chunks/page-users-AAAAAAA.js', 'chunks/page-users-BBBBBBB.js', 'chunks/page-roles-AAAAAAA.js']
  const bundle = Object.fromEntries(
    names.flatMap((name, at) => {
      const file = chunk(name, at === 0 ? code : `"${'z'.repeat(at)}"`)
      const asset = { type: 'asset', fileName: `${name}.map`, source: JSON.stringify(map) }
      return [
        [name, file],
        [asset.fileName, asset],
      ]
    }),
  )
  releaseTag().generateBundle({}, bundle)
  const page = bundle['chunks/page-users-AAAAAAA.js']
  const asset = bundle['chunks/page-users-AAAAAAA.js.map']
  assert.match(page.code, /page-users-\w{7}\.js/)
  assert.match(page.fileName, /^chunks\/page-users2-\w{7}\.js$/)
  assert.equal(asset.fileName, `${page.fileName}.map`)
  const written = JSON.parse(asset.source)
  assert.equal(`chunks/${written.file}`, page.fileName)
  assert.equal(sourcePlace(page.code, written, '"the last text"'), '"the last text"')
})

test('a build without source maps has nothing to change', () => {
  withMap({}, { fileName: 'core.js', sourcemapFileName: null }, () => assert.fail('there is no map'))
})

test('sources have the same names wherever a release is built', () => {
  const name = sourceName('/home/me/front-entry')
  assert.equal(name('../../../src/index.ts', '/home/me/front-entry/cdn/1.0.0/chunks/a-AAAAAAA.js.map'), 'src/index.ts')
  assert.equal(
    name('../../node_modules/react/index.js', '/home/me/front-entry/cdn/1.0.0/core.js.map'),
    'node_modules/react/index.js',
  )
})
