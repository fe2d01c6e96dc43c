import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyText } from './copy-text.ts'

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
