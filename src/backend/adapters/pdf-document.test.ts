import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printPdf, printRows } from './pdf-document.ts'

test('a document that fails between two rows rejects the call, and not the process', async () => {
  const printing = printPdf('Report', async (document) => {
    document.emit('error', new Error('The document failed'))
    await printRows([1, 2, 3], () => undefined)
  })
  await assert.rejects(printing, /The document failed/)
})
