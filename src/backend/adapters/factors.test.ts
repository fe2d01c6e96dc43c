import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTotp, qrDataUrl } from './totp.ts'

/** Test vector of RFC 6238 appendix B, SHA-1; the codes are the last six of its eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const

describe('Authenticator apps', () => {
  const totp = createTotp()

  it('make the codes of the RFC, and each belongs to one time step', async () => {
    for (const [seconds, code] of VECTORS) {
      const step = await totp.verify({ secret: SECRET, code, now: seconds * 1_000 })
      assert.equal(step, Math.floor(seconds / 30))
    }
  })

  it('may be one step ahead or behind, not two', async () => {
    const at = (seconds: number) => totp.verify({ secret: SECRET, code: '279037', now: seconds * 1_000 })
    const step = Math.floor(2_000_000_000 / 30)
    for (const drift of [-30, 0, 30]) assert.equal(await at(2_000_000_000 + drift), step)
    for (const drift of [-90, 90]) assert.equal(await at(2_000_000_000 + drift), undefined)
  })

  it('refuse anything but six digits', async () => {
    for (const code of ['', '27903', '2790370', '27903a', '279 037 0']) {
      assert.equal(await totp.verify({ secret: SECRET, code, now: 2_000_000_000_000 }), undefined)
    }
  })

  it('accept the spaces that apps show and the digits of other keyboards', async () => {
    for (const code of [' 279 037', '279-037', '٢٧٩٠٣٧', '２７９０３７']) {
      assert.equal(await totp.verify({ secret: SECRET, code, now: 2_000_000_000_000 }), 66_666_666)
    }
  })

  it('get a secret of 160 bits in a URL and a picture of that URL', async () => {
    const secret = totp.newSecret()
    assert.match(secret, /^[A-Z2-7]{32}$/)
    const uri = totp.uri({ secret, issuer: 'Front Entry', label: 'ada@acme.test' })
    assert.match(uri, /^otpauth:\/\/totp\/Front%20Entry:.*secret=/)
    assert.match(await qrDataUrl(uri), /^data:image\/svg\+xml;base64,/)
  })
})
