import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { inflate } from './decode.ts'

const MAX_BYTES = 1_000_000

describe('Decompressing a message', () => {
  it('returns the longest message, but not one that is a byte longer', async () => {
    const inflated = async (length: number) => (await inflate(deflateRawSync(new Uint8Array(length))))?.length
    assert.equal(await inflated(MAX_BYTES), MAX_BYTES)
    assert.equal(await inflated(MAX_BYTES + 1), undefined)
  })
})
