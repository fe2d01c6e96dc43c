import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { KNOWN_EVERYWHERE_MS, type SigningKey, signingKeyOf } from './signer.ts'

const key = (algorithm: SigningKey['algorithm'], age: number): SigningKey => ({
  id: `${algorithm} ${age}`,
  kid: `${algorithm} ${age}`,
  algorithm,
  createdAt: Date.now() - age,
  publicJwk: {},
  privateJwk: {},
  endedAt: undefined,
})

const DAY = 86_400_000

describe('The key that signs tokens', () => {
  for (const lateMs of [0, 400, 5_000])
    it(`is of the preferred algorithm at every age of a new database, if its key was created ${lateMs} ms after the other`, () => {
      for (const age of [lateMs, KNOWN_EVERYWHERE_MS, KNOWN_EVERYWHERE_MS + lateMs / 2, DAY])
        for (const [preferred, other] of [
          ['RS256', 'ES256'],
          ['ES256', 'RS256'],
        ] as const)
          assert.equal(
            signingKeyOf([key(other, age), key(preferred, age - lateMs)], preferred)?.algorithm,
            preferred,
            `${age}`,
          )
    })

  it('stays the one that every process knows until they know the first key of the preferred algorithm', () => {
    const old = key('ES256', DAY)
    assert.equal(signingKeyOf([old, key('RS256', KNOWN_EVERYWHERE_MS - 5_000)], 'RS256')?.algorithm, 'ES256')
    assert.equal(signingKeyOf([old, key('RS256', KNOWN_EVERYWHERE_MS + 5_000)], 'RS256')?.algorithm, 'RS256')
  })

  it('is the newest of its algorithm that every process knows', () => {
    const keys = [key('RS256', 5_000), key('RS256', KNOWN_EVERYWHERE_MS + 5_000), key('RS256', DAY)]
    assert.equal(signingKeyOf(keys, 'RS256'), keys[1])
  })

  it('is never a key that has ended', () => {
    const ended = { ...key('RS256', DAY), privateJwk: undefined, endedAt: Date.now() }
    assert.equal(signingKeyOf([ended, key('ES256', DAY)], 'RS256')?.algorithm, 'ES256')
    assert.equal(signingKeyOf([ended], 'RS256'), undefined)
  })
})
