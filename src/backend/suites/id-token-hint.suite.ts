import assert from 'node:assert/strict'
import { it } from 'node:test'
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
}
