import assert from 'node:assert/strict'
import { it } from 'node:test'
import { CompactEncrypt, type CryptoKey, exportSPKI, importJWK, SignJWT } from 'jose'
import { API_PREFIX } from '../../contract/path.ts'
import { session } from '../../contract/session.ts'
import { createVerifier } from '../../rules/pkce.ts'
import type { Kit } from './kit.test-kit.ts'
import { locationOf, openFlows } from './oauth.test-kit.ts'

const SILENT = API_PREFIX + session.silentAuthorize.path

/** Tests that a client can name the user it expects (OpenID Connect Core §3.1.2.1). */
export const describeIdTokenHint = (kit: () => Kit): void => {
  const flows = openFlows(kit)
  const arrive = async (email: string) => {
    const { cookie } = await kit().signIn(email)
    const { body } = await kit().call('POST', SILENT, { cookie, body: { tenantId: null } })
    return { flow: { cookie, verifier: createVerifier() }, hint: String(body.id_token) }
  }
  const outcome = (url: URL) => ({ code: url.searchParams.has('code'), error: url.searchParams.get('error') })

  it('returns a code for the user it names, even if the token has expired', async () => {
    const { flow, hint } = await arrive('mel@acme.test')
    kit().time.now += 3_600_000
    for (const prompt of [undefined, 'none']) {
      const url = locationOf(await flows.ask(flow, { id_token_hint: hint, prompt }))
      assert.deepEqual(outcome(url), { code: true, error: null })
    }
  })

  it('returns no code for another user: login_required without a page, else a fresh sign-in', async () => {
    const { hint } = await arrive('mel@acme.test')
    const { flow } = await arrive('ada@acme.test')
    const silent = locationOf(await flows.ask(flow, { id_token_hint: hint, prompt: 'none' }))
    assert.deepEqual(outcome(silent), { code: false, error: 'login_required' })
    const asked = locationOf(await flows.ask(flow, { id_token_hint: hint }))
    assert.match(asked.pathname, /login/)
    const resume = new URL(asked.searchParams.get('redirectUrl') ?? '', 'https://nowhere.test')
    const again = Object.fromEntries(resume.searchParams)
    kit().time.now += 1_000
    const other = await arrive('ada@acme.test')
    assert.deepEqual(outcome(locationOf(await flows.ask(other.flow, again))), { code: false, error: 'login_required' })
    const right = await arrive('mel@acme.test')
    const done = locationOf(await flows.ask({ ...right.flow, verifier: flow.verifier }, again))
    assert.deepEqual(outcome(done), { code: true, error: null })
  })

  it('requires a fresh sign-in when the hint can’t be read', async () => {
    const { flow, hint } = await arrive('mel@acme.test')
    const forged = `${hint.slice(0, -4)}AAAA`
    const future = { ...JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString()), iat: 9_999_999_999 }
    const odd = [hint.split('.')[0], Buffer.from(JSON.stringify(future)).toString('base64url'), 'AAAA'].join('.')
    for (const bad of [forged, odd, 'nothing', 'a.b.c']) {
      const silent = locationOf(await flows.ask(flow, { id_token_hint: bad, prompt: 'none' }))
      assert.deepEqual(outcome(silent), { code: false, error: 'login_required' }, bad)
      assert.match(locationOf(await flows.ask(flow, { id_token_hint: bad })).pathname, /login/)
    }
    const asked = locationOf(await flows.ask(flow, { id_token_hint: forged }))
    const resume = new URL(asked.searchParams.get('redirectUrl') ?? '', 'https://nowhere.test')
    kit().time.now += 1_000
    const { flow: fresh } = await arrive('mel@acme.test')
    assert.ok(outcome(locationOf(await flows.ask(fresh, Object.fromEntries(resume.searchParams)))).code)
  })

  it('is not accepted if it is a token of another kind', async () => {
    const { flow } = await arrive('mel@acme.test')
    const { mfaToken } = (await kit().login('mia@acme.test')).body
    const silent = locationOf(await flows.ask(flow, { id_token_hint: mfaToken, prompt: 'none' }))
    assert.deepEqual(outcome(silent), { code: false, error: 'login_required' })
  })

  /** Hints that no key of ours signed for this client, each made of a genuine one. */
  const FOREIGN: Readonly<Record<string, (hint: string) => string | Promise<string>>> = {
    'of another client': (hint) => signed(hint, { aud: 'another-client' }),
    'of a list of other clients': (hint) => signed(hint, { aud: ['another-client', 'other'] }),
    'of another issuer': (hint) => signed(hint, { iss: 'https://evil.test' }),
    'without a subject': (hint) => signed(hint, { sub: undefined }),
    'with a subject that is a list': (hint) => signed(hint, { sub: ['mel'] }),
    'of another purpose': (hint) => signed(hint, { type: 'mfaToken' }),
    'without a signature': (hint) => `${encoded({ alg: 'none' })}.${hint.split('.')[1]}.`,
    'signed by the public key as a secret': async (hint) => {
      const [key] = (await kit().ports.signer.jwks()).keys
      const secret = new TextEncoder().encode(JSON.stringify(key))
      return new SignJWT(claimsIn(hint)).setProtectedHeader({ alg: 'HS256', kid: String(key?.kid) }).sign(secret)
    },
    'signed by the public key as a PEM secret': async (hint) => {
      const [key] = (await kit().ports.signer.jwks()).keys
      const secret = new TextEncoder().encode(
        await exportSPKI((await importJWK({ ...key }, String(key?.alg))) as CryptoKey),
      )
      return new SignJWT(claimsIn(hint)).setProtectedHeader({ alg: 'HS256', kid: String(key?.kid) }).sign(secret)
    },
    'that is encrypted': async (hint) => {
      const [key] = (await kit().ports.signer.jwks()).keys
      const alg = key?.kty === 'RSA' ? 'RSA-OAEP-256' : 'ECDH-ES'
      const publicKey = await importJWK({ ...key, alg, use: 'enc' }, alg)
      const header = { alg, enc: 'A256GCM', cty: 'JWT', kid: String(key?.kid) }
      return new CompactEncrypt(new TextEncoder().encode(hint)).setProtectedHeader(header).encrypt(publicKey)
    },
    'that is empty of claims': () => `${encoded({ alg: 'ES256' })}.${encoded({})}.AAAA`,
    'that is 20,000 characters long': (hint) => hint + 'A'.repeat(20_000),
  }
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claimsIn = (hint: string) => JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString())
  const signed = (hint: string, change: object) => kit().ports.signer.sign({ ...claimsIn(hint), ...change })

  for (const [what, make] of Object.entries(FOREIGN))
    it(`gives no code without a page for a hint ${what}, and never one of another user`, async () => {
      const { flow, hint } = await arrive('mel@acme.test')
      const foreign = await make(hint)
      for (const prompt of ['none', undefined, 'login', 'consent', 'select_account']) {
        const found = outcome(locationOf(await flows.ask(flow, { id_token_hint: foreign, prompt })))
        assert.equal(found.code, false, `${prompt}`)
      }
    })

  it('gives no code to another user, whatever prompt or age the client names, or if the user was deleted', async () => {
    const { hint } = await arrive('mel@acme.test')
    const { flow } = await arrive('ada@acme.test')
    const ways: Record<string, string | undefined>[] = [
      { prompt: 'login' },
      { prompt: 'consent' },
      { prompt: 'select_account' },
      { prompt: 'none login' },
      { prompt: '' },
      { max_age: '0' },
      { max_age: '99999' },
      { prompt: 'none', max_age: '0' },
      { prompt: 'none', login_hint: 'ada@acme.test' },
      { prompt: 'none', tenantId: 'acme' },
    ]
    const codes = async () => {
      const found: boolean[] = []
      for (const way of ways)
        found.push(outcome(locationOf(await flows.ask(flow, { ...way, id_token_hint: hint }))).code)
      return found
    }
    assert.ok((await codes()).every((code) => !code))
    await kit().store.users.delete({ id: 'mel' })
    await kit().store.members.delete({ userId: 'mel' })
    assert.ok((await codes()).every((code) => !code))
  })
}
