import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutDifferences } from './layout.ts'

const SAVE = { name: 'button Save', left: 10, top: 20, width: 80, height: 36 }
const TITLE = { name: 'h1 Users', left: 10, top: 0, width: 60, height: 30 }

test('parts at the same place have no differences', () => {
  assert.deepEqual(layoutDifferences([TITLE, SAVE], [TITLE, { ...SAVE, left: 14 }]), [])
})

test('a part that is missing or placed elsewhere is reported', () => {
  assert.deepEqual(layoutDifferences([TITLE, SAVE], [{ ...SAVE, top: 60, height: 72 }]), [
    'h1 Users: missing',
    'button Save: top 20 → 60, height 36 → 72',
  ])
})

test('long tables may differ by at most a fiftieth of their height', () => {
  const table = { name: 'table Users', left: 0, top: 0, width: 900, height: 1176 }
  assert.deepEqual(layoutDifferences([table], [{ ...table, height: 1160 }]), [])
  assert.deepEqual(layoutDifferences([table], [{ ...table, height: 1140 }]), ['table Users: height 1176 → 1140'])
  assert.deepEqual(layoutDifferences([{ ...table, left: 1100 }], [{ ...table, left: 1080 }]), [
    'table Users: left 1100 → 1080',
  ])
})

test('parts with the same name are each compared with their counterpart', () => {
  const second = { ...SAVE, top: 300 }
  assert.deepEqual(layoutDifferences([SAVE, second], [SAVE, second]), [])
  assert.deepEqual(layoutDifferences([SAVE, second], [SAVE]), ['button Save: missing'])
})
