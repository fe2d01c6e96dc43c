import assert from 'node:assert/strict'
import { webcrypto } from 'node:crypto'
import { describe, it } from 'node:test'
import { createMemoryStore } from '../store/memory.ts'
import { createSecretBox } from './secret-box.ts'

const MIA = { purpose: 'totp', owner: 'mia' }

describe('Secrets at rest', () => {
  it('can be opened in every process of one store, and are never stored in the same form twice', async () => {
    const store = createMemoryStore()
    const [one, two] = [createSecretBox(store), createSecretBox(store)]
    const sealed = await Promise.all([one.seal('JBSWY3DPEHPK3PXP', MIA), two.seal('JBSWY3DPEHPK3PXP', MIA)])
    assert.notEqual(sealed[0], sealed[1])
    for (const stored of sealed) {
      assert.match(stored, /^sealed\.v1\.[\w-]+$/)
      assert.equal(stored.includes('JBSWY3DPEHPK3PXP'), false)
      assert.deepEqual(await two.open(stored, MIA), { text: 'JBSWY3DPEHPK3PXP', isSealed: true })
    }
  })

  it('can be opened only for their owner and purpose, unchanged, with the key that sealed them', async () => {
    const box = createSecretBox(createMemoryStore())
    const sealed = await box.seal('secret', MIA)
    await assert.rejects(box.open(sealed, { ...MIA, owner: 'mel' }))
    await assert.rejects(box.open(sealed, { ...MIA, purpose: 'other' }))
    await assert.rejects(createSecretBox(createMemoryStore()).open(sealed, MIA))
    // Every 256th sealed text ends with these letters by chance.
    const otherEnd = sealed.endsWith('AA') ? 'BA' : 'AA'
    await assert.rejects(box.open(sealed.slice(0, -2) + otherEnd, MIA))
    await assert.rejects(box.open('sealed.v1.', MIA))
  })

  it('can be exchanged with any other implementation of AES-256-GCM and HKDF-SHA-256', async () => {
    const store = createMemoryStore()
    const box = createSecretBox(store)
    const sealed = Buffer.from((await box.seal('grüße 😀', MIA)).slice('sealed.v1.'.length), 'base64url')
    const [key] = await store.keys.list({ kind: 'keyed-hash' })
    const secret = Buffer.from(JSON.parse(key?.value ?? ''), 'base64url')
    const bytes = (text: string) => new TextEncoder().encode(text)
    const { subtle } = webcrypto
    const material = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
    const info = bytes('front-entry secret at rest: totp')
    const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
    const kind = { name: 'AES-GCM', length: 256 }
    const derived = await subtle.deriveKey(derivation, material, kind, false, ['encrypt', 'decrypt'])
    const rule = (iv: Uint8Array) => ({ name: 'AES-GCM', iv, additionalData: bytes('mia') })
    const plain = await subtle.decrypt(rule(sealed.subarray(0, 12)), derived, sealed.subarray(12))
    assert.equal(new TextDecoder().decode(plain), 'grüße 😀')
    const iv = webcrypto.getRandomValues(new Uint8Array(12))
    for (const text of ['grüße 😀', '']) {
      const other = Buffer.from(await subtle.encrypt(rule(iv), derived, bytes(text)))
      const stored = `sealed.v1.${Buffer.concat([iv, other]).toString('base64url')}`
      assert.deepEqual(await box.open(stored, MIA), { text, isSealed: true })
    }
  })

  it('that were stored before sealing are read unchanged', async () => {
    const box = createSecretBox(createMemoryStore())
    assert.deepEqual(await box.open('JBSWY3DPEHPK3PXP', MIA), { text: 'JBSWY3DPEHPK3PXP', isSealed: false })
  })
})
