import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decodeProtectedHeader, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { TOKEN_ALGORITHMS } from '../../rules/token-algorithms.ts'
import { createMemoryStore } from '../store/memory.ts'
import { createSigner } from './signer.ts'

const config = { apiUrl: 'http://localhost:3002', clientId: 'client' }
const NOW_MS = 1_767_225_600_000
const NOW_S = NOW_MS / 1_000

const claims = { sub: 'ada', iss: config.apiUrl, aud: config.clientId, iat: NOW_S, exp: NOW_S + 300 }

describe('The signer', () => {
  it('signs tokens that a second process with the same store accepts', async () => {
    const store = createMemoryStore()
    const [one, two] = [createSigner(store, config), createSigner(store, config)]
    const tokens = await Promise.all([one.sign(claims), two.sign(claims)])
    for (const token of tokens) assert.equal((await two.verify(token, NOW_MS))?.sub, 'ada')
    const { keys } = await one.jwks()
    assert.deepEqual(
      keys.map(({ alg }) => alg),
      ['RS256', 'ES256'],
    )
    assert.deepEqual(
      keys.map((key) => Object.keys(key).sort().join()),
      ['alg,e,kid,kty,n,use', 'alg,crv,kid,kty,use,x,y'],
    )
    assert.equal((await store.keys.list({})).length, 2)
  })

  for (const algorithm of TOKEN_ALGORITHMS)
    it(`signs with ${algorithm} if that is set, and accepts tokens of the other algorithm`, async () => {
      const store = createMemoryStore()
      const signer = createSigner(store, { ...config, tokenAlgorithm: algorithm })
      const [key] = (await signer.jwks()).keys
      const { alg, kid } = decodeProtectedHeader(await signer.sign(claims))
      assert.deepEqual([alg, kid, key?.alg], [algorithm, key?.kid, algorithm])
      for (const tokenAlgorithm of TOKEN_ALGORITHMS) {
        const before = await createSigner(store, { ...config, tokenAlgorithm }).sign(claims)
        assert.equal((await signer.verify(before, NOW_MS))?.sub, 'ada')
      }
    })

  it('signs with the key of a database from before RS256 until every process knows the new one', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: NOW_MS })
    const store = createMemoryStore()
    const old = await createSigner(store, { ...config, tokenAlgorithm: 'ES256' }).sign(claims)
    await store.keys.delete({ kind: 'signing-rs256' })
    t.mock.timers.tick(90_000)
    const signer = createSigner(store, config)
    assert.equal(decodeProtectedHeader(await signer.sign(claims)).alg, 'ES256')
    assert.deepEqual(
      (await signer.jwks()).keys.map(({ alg }) => alg),
      ['ES256', 'RS256'],
    )
    t.mock.timers.tick(61_000)
    assert.equal(decodeProtectedHeader(await signer.sign(claims)).alg, 'RS256')
    assert.deepEqual(
      (await signer.jwks()).keys.map(({ alg }) => alg),
      ['RS256', 'ES256'],
    )
    assert.equal((await signer.verify(old, NOW_MS))?.sub, 'ada')
  })

  it('tolerates clocks that differ by 30 s and refuses 60 s', async () => {
    const signer = createSigner(createMemoryStore(), config)
    const token = await signer.sign(claims)
    assert.ok(await signer.verify(token, NOW_MS + 329_000))
    assert.equal(await signer.verify(token, NOW_MS + 360_000), undefined)
    const early = await signer.sign({ ...claims, nbf: NOW_S + 60 })
    assert.equal(await signer.verify(early, NOW_MS), undefined)
  })

  it('refuses every forged token', async () => {
    const store = createMemoryStore()
    const signer = createSigner(store, config)
    const [rsa, own] = (await signer.jwks()).keys as [JWK & { kid: string }, JWK & { kid: string }]
    const foreign = await generateKeyPair('ES256')
    const jwk = await exportJWK(foreign.publicKey)
    const header = { alg: 'ES256', kid: own.kid }
    const signed = (facts: object, head = header, key: CryptoKey | Uint8Array = foreign.privateKey) =>
      new SignJWT({ ...claims, ...facts }).setProtectedHeader(head).sign(key)
    const genuine = await signer.sign(claims)
    const [head, , signature] = genuine.split('.')
    const swapped = Buffer.from(JSON.stringify({ ...claims, sub: 'eve' })).toString('base64url')
    const forgeries = [
      '',
      'x.y.z',
      genuine.slice(0, -3),
      `${head}.${swapped}.${signature}`,
      new UnsecuredJWT(claims).encode(),
      await signed({}),
      await signed({}, { ...header, jwk } as typeof header),
      await signed({}, { ...header, jku: 'http://127.0.0.1:9/keys' } as typeof header),
      await signed({}, { alg: 'ES256' } as typeof header),
      await signed({}, { ...header, kid: '../../etc/passwd' }),
      await signed({}, { alg: 'HS256', kid: own.kid }, new TextEncoder().encode(JSON.stringify(own))),
      await signed({}, { ...header, kid: rsa.kid }),
      await signed({}, { alg: 'RS256', kid: own.kid }, (await generateKeyPair('RS256')).privateKey),
      await signed({}, { alg: 'HS256', kid: rsa.kid }, new TextEncoder().encode(JSON.stringify(rsa))),
      await signer.sign({ ...claims, iss: 'http://evil.test' }),
      await signer.sign({ ...claims, aud: 'other' }),
      await signer.sign({ ...claims, aud: undefined }),
      await signer.sign({ ...claims, exp: undefined }),
      await signer.sign({ ...claims, exp: String(NOW_S + 300) }),
      await signer.sign({ ...claims, sub: undefined }),
      await createSigner(createMemoryStore(), config).sign(claims),
    ]
    for (const [at, token] of forgeries.entries()) {
      assert.equal(await signer.verify(token, NOW_MS), undefined, `forgery ${at}`)
    }
    assert.ok(await importJWK(own, 'ES256'))
  })

  it('reads the keys once, however many unknown key ids arrive', async () => {
    const store = createMemoryStore()
    let reads = 0
    const counting = {
      ...store,
      keys: { ...store.keys, list: (where: object) => store.keys.list(where).finally(() => reads++) },
    }
    const signer = createSigner(counting, config)
    const { privateKey } = await generateKeyPair('ES256')
    for (let at = 0; at < 100; at++) {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: `unknown-${at}` })
        .sign(privateKey)
      assert.equal(await signer.verify(token, NOW_MS), undefined)
    }
    // The keys of each kind are read twice: before the first one is made, and after.
    assert.equal(reads, 4)
  })

  for (const [algorithm, kind] of [
    ['RS256', 'signing-rs256'],
    ['ES256', 'signing'],
  ] as const)
    it(`signs with a new ${algorithm} key only when every process knows it, so that none refuses the token of another`, async (t) => {
      t.mock.timers.enable({ apis: ['Date'], now: NOW_MS })
      const store = createMemoryStore()
      const chosen = { ...config, tokenAlgorithm: algorithm }
      const [one, two] = [createSigner(store, chosen), createSigner(store, chosen)]
      const kidOf = async (signer: typeof one) => decodeProtectedHeader(await signer.sign(claims)).kid
      const first = await kidOf(one)
      assert.equal(await kidOf(two), first)
      t.mock.timers.tick(1_000)
      const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
      const value = JSON.stringify({ ...(await exportJWK(privateKey)), kid: 'next', alg: algorithm, use: 'sig' })
      await store.keys.insert({ id: `${kind}-2`, kind, value, createdAt: Date.now() })
      t.mock.timers.tick(31_000)
      assert.equal(await kidOf(one), first)
      assert.equal((await two.jwks()).keys.length, 3)
      t.mock.timers.tick(31_000)
      assert.equal(await kidOf(one), 'next')
      assert.equal((await one.jwks()).keys[0]?.kid, 'next')
      assert.ok(await two.verify(await one.sign(claims), NOW_MS))
    })

  it('does not report a failed store as an invalid token', async () => {
    const store = createMemoryStore()
    const token = await createSigner(store, config).sign(claims)
    const broken = { ...store, keys: { ...store.keys, list: () => Promise.reject(new Error('connection lost')) } }
    await assert.rejects(createSigner(broken, config).verify(token, NOW_MS), /connection lost/)
  })
})
