import assert from 'node:assert/strict'
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

  it('that were stored before sealing are read unchanged', async () => {
    const box = createSecretBox(createMemoryStore())
    assert.deepEqual(await box.open('JBSWY3DPEHPK3PXP', MIA), { text: 'JBSWY3DPEHPK3PXP', isSealed: false })
  })
})
