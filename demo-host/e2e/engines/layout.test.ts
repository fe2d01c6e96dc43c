import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutDifferences } from './layout.ts'

const SAVE = { name: 'button Save', left: 10, top: 20, width: 80, height: 36 }
const TITLE = { name: 'h1 Users', left: 10, top: 0, width: 60, height: 30 }

test('parts at the same place differ in nothing', () => {
  assert.deepEqual(layoutDifferences([TITLE, SAVE], [TITLE, { ...SAVE, left: 14 }]), [])
})

test('a part that is missing or placed elsewhere is named', () => {
  assert.deepEqual(layoutDifferences([TITLE, SAVE], [{ ...SAVE, top: 60, height: 72 }]), [
    'h1 Users: missing',
    'button Save: top 20 → 60, height 36 → 72',
  ])
})

test('of parts with one name each is compared with its own', () => {
  const second = { ...SAVE, top: 300 }
  assert.deepEqual(layoutDifferences([SAVE, second], [SAVE, second]), [])
  assert.deepEqual(layoutDifferences([SAVE, second], [SAVE]), ['button Save: missing'])
})
