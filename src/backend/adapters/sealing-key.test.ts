import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { createMemoryStore } from '../store/memory.ts'
import { configOf } from './config.ts'
import { createSamlKey } from './saml-key.ts'
import { readSealingKeys, type SealingKeyError, sealedKeyStore, sealStoredKeys } from './sealing-key.ts'
import { createKeyedHash, createSecretBox } from './secret-box.ts'
import { createSigner } from './signer.ts'

const OLD = randomBytes(32)
const NEW = randomBytes(32)
const USE = { purpose: 'totp', owner: 'mia' }
const config = configOf({ apiUrl: 'http://localhost:3002', appUrl: 'http://localhost:3000' })
const NOW_MS = Date.now()
const CLAIMS = { sub: 'mia', iss: config.apiUrl, aud: config.clientId, iat: NOW_MS / 1_000, exp: NOW_MS / 1_000 + 60 }

/** Creates a token, a hash and a secret with the store's keys, which are checked after a change. */
const useKeys = async (keys: Parameters<typeof createSigner>[0]) => {
  const box = createSecretBox(keys)
  return {
    token: await createSigner(keys, config).sign(CLAIMS),
    hash: await createKeyedHash(keys)('refresh', 'a'),
    secret: await box.seal('JBSWY3DPEHPK3PXP', USE),
    pem: (await createSamlKey(keys, box)()).privateKey,
  }
}

const assertSame = async (keys: Parameters<typeof createSigner>[0], made: Awaited<ReturnType<typeof useKeys>>) => {
  const box = createSecretBox(keys)
  assert.equal((await createSigner(keys, config).verify(made.token, NOW_MS))?.sub, 'mia')
  assert.equal(await createKeyedHash(keys)('refresh', 'a'), made.hash)
  assert.equal((await box.open(made.secret, USE)).text, 'JBSWY3DPEHPK3PXP')
  assert.equal((await createSamlKey(keys, box)()).privateKey, made.pem)
}

const namesSetting = (error: SealingKeyError) => error.name === 'SealingKeyError' && /^SEALING_KEY /.test(error.message)

describe('Keys of the server, sealed with a key from outside of its database', () => {
  it('are useless to the holder of a copy of the database', async () => {
    const store = createMemoryStore()
    const keys = sealedKeyStore(store, [NEW])
    await assertSame(keys, await useKeys(keys))
    const stored = await store.keys.list({})
    assert.deepEqual(stored.map(({ kind }) => kind).sort(), [
      'keyed-hash',
      'saml-request',
      'saml-request-certificate',
      'signing',
      'signing-rs256',
    ])
    for (const { value } of stored) assert.match(value, /^sealed\.key\.v1\.[\w-]+$/)
    await assert.rejects(useKeys(sealedKeyStore(store, [])), namesSetting)
    await assert.rejects(useKeys(sealedKeyStore(store, [OLD])), namesSetting)
  })

  it('of a store from before the setting keep working, and are sealed at the next start', async () => {
    const store = createMemoryStore()
    const made = await useKeys(store)
    const keys = sealedKeyStore(store, [NEW])
    await assertSame(keys, made)
    await sealStoredKeys(store, [NEW])
    for (const { value } of await store.keys.list({})) assert.match(value, /^sealed\.key\.v1\./)
    await assertSame(keys, made)
  })

  it('are moved to a new key while the old one is still configured', async () => {
    const store = createMemoryStore()
    const made = await useKeys(sealedKeyStore(store, [OLD]))
    await Promise.all([sealStoredKeys(store, [NEW, OLD]), sealStoredKeys(store, [NEW, OLD])])
    await assertSame(sealedKeyStore(store, [NEW]), made)
    const before = await store.keys.list({})
    await sealStoredKeys(store, [NEW])
    assert.deepEqual(await store.keys.list({}), before)
  })

  it('stop the start when they can’t be opened, with an error that names the setting', async () => {
    const store = createMemoryStore()
    await useKeys(sealedKeyStore(store, [OLD]))
    await assert.rejects(sealStoredKeys(store, []), namesSetting)
    await assert.rejects(sealStoredKeys(store, [NEW]), namesSetting)
  })

  it('open in their own row only', async () => {
    const store = createMemoryStore()
    const keys = sealedKeyStore(store, [NEW])
    await useKeys(keys)
    const [hash] = await store.keys.list({ kind: 'keyed-hash' })
    await store.keys.update({ kind: 'signing' }, { value: hash?.value ?? '' })
    await assert.rejects(createSigner(sealedKeyStore(store, [NEW]), config).jwks(), namesSetting)
  })

  it('are kept by a running process when another one seals them first', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: NOW_MS })
    const store = createMemoryStore()
    const made = await useKeys(store)
    const keys = sealedKeyStore(store, [])
    const signer = createSigner(keys, config)
    const samlKey = createSamlKey(keys, createSecretBox(keys))
    const token = await signer.sign(CLAIMS)
    const saml = await samlKey()
    const idle = sealedKeyStore(store, [])
    await idle.keys.list({})
    await sealStoredKeys(store, [NEW])
    const added = { id: 'signing-2', kind: 'signing', value: '{}', createdAt: NOW_MS + 1 }
    await sealedKeyStore(store, [NEW]).keys.insert(added)
    test.mock.timers.setTime(NOW_MS + 31_000)
    assert.equal((await signer.verify(token, NOW_MS))?.sub, 'mia')
    assert.deepEqual(await samlKey(), saml)
    // This process has used none of the keys yet.
    await assertSame(idle, made)
  })

  it('are read again when reading them failed, and when that was long ago', async (test) => {
    test.mock.timers.enable({ apis: ['Date'], now: NOW_MS })
    const store = createMemoryStore()
    let reads = 0
    const list: typeof store.keys.list = (where) => {
      reads += 1
      return reads === 1 ? Promise.reject(new Error('connection lost')) : store.keys.list(where)
    }
    const keys = { keys: { list, insert: store.keys.insert } }
    const samlKey = createSamlKey(keys, createSecretBox(store))
    await assert.rejects(samlKey(), /connection lost/)
    const first = await samlKey()
    const readsOfOne = reads
    assert.deepEqual(await samlKey(), first)
    assert.equal(reads, readsOfOne)
    await store.keys.update({ kind: 'saml-request-certificate' }, { value: 'another' })
    test.mock.timers.setTime(NOW_MS + 31_000)
    assert.equal((await samlKey()).certificate, 'another')
  })
})

describe('SEALING_KEY', () => {
  it('is one key or several, the first of which seals', () => {
    const text = `${NEW.toString('base64')}, ${OLD.toString('base64')}`
    assert.deepEqual(readSealingKeys(text), [NEW, OLD])
    assert.deepEqual(readSealingKeys(NEW.toString('base64url')), [NEW])
    assert.deepEqual(readSealingKeys(''), [])
  })

  for (const text of ['secret', 'a'.repeat(64), `${NEW.toString('base64')},`, randomBytes(16).toString('base64'), '!'])
    it(`is refused when it is not 32 bytes in base64, without repeating it (${text.length} characters)`, () => {
      assert.throws(
        () => readSealingKeys(text),
        (error: SealingKeyError) => namesSetting(error) && !error.message.includes(text),
      )
    })
})
