import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyText, randomId } from './insecure-page.ts'

test('copying rejects on a page without a clipboard, so that the button can show the failure', async () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator')
  Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true })
  try {
    const copying = copyText('secret')
    await assert.rejects(copying, TypeError)
  } finally {
    if (own) Object.defineProperty(globalThis, 'navigator', own)
    else Reflect.deleteProperty(globalThis, 'navigator')
  }
})

test('ids are distinct UUIDs of version 4 without the function that only secure contexts have', () => {
  const ids = Array.from({ length: 1000 }, randomId)
  assert.equal(new Set(ids).size, 1000)
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
