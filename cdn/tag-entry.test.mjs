import assert from 'node:assert/strict'
import { SourceMap } from 'node:module'
import { test } from 'node:test'
import { transform } from 'esbuild'
import { rollup } from 'rollup'
import { tagEntryBuild } from '../rollup.config.mjs'
import { entrySourceOf, withoutShared } from './tag-entry.mjs'

const SHEETS = [`.fe-card{${'color:red;'.repeat(10)}}`, `.fe-form{content:"\\200B";${'margin:0;'.repeat(10)}}`, 'a{}']
const firstScreen = { shadow: ['div', { class: 'fe-element' }, ['=title']], light: ['form', {}, []] }
const SHARED = { key: 'fe.sheets.1.0.0', sheets: SHEETS, firstScreen }

const codeWith = (record) =>
  `const a=${JSON.stringify(SHEETS[0])},b=\`${SHEETS[1].replace('\\', '\\\\')}\`,s=${record};export{a as x,b as y,s as z};`

test('the entry of the loader takes its sheets from the page, exports the same, and has no first screen', async () => {
  const code = withoutShared(codeWith('{shadow:["div",{class:"fe-element"},["=title"]],light:["form",{},[]]}'), SHARED)
  assert.doesNotMatch(code, /color:red|margin:0|=title/)
  globalThis[Symbol.for(SHARED.key)] = SHEETS
  const { x, y, z } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  assert.deepEqual([x, y, z], [SHEETS[0], SHEETS[1], undefined])
})

test('the build fails if the entry lacks what both files should share', () => {
  assert.throws(() => withoutShared(codeWith('{shadow:1}'), SHARED), /doesn't contain as it is: {"shadow"/)
  assert.throws(() => withoutShared('export const s=1', { ...SHARED, firstScreen: 1 }), /doesn't contain as it is/)
})

/** Builds the entry from minified code; returns its code and its source map. */
const builtFrom = async (source, isMapped) => {
  const { code, map } = await transform(source, { minifyWhitespace: true, sourcemap: true, sourcefile: 'src/page.ts' })
  const config = tagEntryBuild(entrySourceOf(code, SHARED, isMapped ? JSON.parse(map) : undefined))
  const bundle = await rollup(config)
  const { output } = await bundle.generate(config.output)
  const asset = output.find(({ fileName }) => fileName === 'fe.tag.js.map')
  return { code: output[0].code, map: asset && JSON.parse(asset.source) }
}

test('the source map of the entry leads to the sources, also after what was replaced', async () => {
  const sheets = SHEETS.map((sheet) => JSON.stringify(sheet)).join()
  const source = `export const before = 'the first text'
export const sheets = [${sheets}], record = ${JSON.stringify(firstScreen)}, beside = 'the next text'
export const last = 'the last text'
`
  const { code, map } = await builtFrom(source, true)
  assert.deepEqual(map.sources, ['src/page.ts'])
  for (const text of ['the first text', 'the next text', 'the last text']) {
    const before = code.slice(0, code.search(`["']${text}`)).split('\n')
    const place = new SourceMap(map).findEntry(before.length - 1, before.at(-1).length)
    const found = source.split('\n')[place.originalLine].slice(place.originalColumn)
    assert.match(found, new RegExp(`^'${text}'`))
  }
  assert.deepEqual(await builtFrom(source, false), { code, map: undefined })
})
