import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutShared } from './tag-entry.mjs'

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
