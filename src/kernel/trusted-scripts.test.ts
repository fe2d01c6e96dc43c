import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isPlainDocument, trustedDocument } from './trusted-scripts.ts'

const PLAIN =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><style>p{}</style></head><body><p>on=1</p></body></html>'

describe('Documents for a frame', () => {
  it('accepts a document in which nothing can run', () => {
    assert.equal(isPlainDocument(PLAIN), true)
    assert.equal(trustedDocument(PLAIN), PLAIN)
    assert.equal(isPlainDocument('<td>&lt;script&gt; onerror=1</td>'), true)
  })

  for (const active of [
    '<script>1</script>',
    '<SCRIPT src=x>',
    '<img src=x onerror=alert(1)>',
    '<img src="x"onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<iframe srcdoc="x"></iframe>',
    '<svg/onload=alert(1)>',
    '<meta http-equiv="refresh" content="0;url=https://evil.test">',
    '<base href="https://evil.test">',
  ]) {
    it(`refuses ${active}`, () => {
      assert.equal(isPlainDocument(active), false)
      assert.throws(() => trustedDocument(active), TypeError)
    })
  }
})
