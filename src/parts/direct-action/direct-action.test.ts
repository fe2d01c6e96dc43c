import { expect } from 'chai'
import { emailOf, readDirectAction, urlIn, withAdditional } from './direct-action.ts'

const encoded = (value: unknown) => btoa(JSON.stringify(value))
const direct = (data: string, additionalQueryParams?: Record<string, string>) =>
  ({ type: 'direct', data, additionalQueryParams }) as const
const rules = { pageUrl: new URL('https://auth.test/login'), expectedOrigins: ['https://idp.test'] }

describe('a login that goes somewhere at once', () => {
  it('is read from base64-encoded JSON, with only strings as further parameters', () => {
    const action = { type: 'social-login', data: 'github', additionalQueryParams: { login_hint: 'a', odd: 1 } }
    expect(readDirectAction(encoded(action))).to.deep.equal({ ...action, additionalQueryParams: { login_hint: 'a' } })
    expect(readDirectAction(encoded({ type: 'direct', data: 'a@b.test' }))?.additionalQueryParams).to.deep.equal({})
  })

  it('is ignored when it is malformed, unknown or too long', () => {
    const odd = [null, '', '%', 'bm9uc2Vuc2U=', encoded([]), encoded({ type: 'magic', data: 'x' }), 'A'.repeat(3_000)]
    for (const text of [...odd, encoded({ type: 'direct', data: 1 }), encoded({ type: '__proto__', data: '' })]) {
      expect(readDirectAction(text), String(text)).to.equal(undefined)
    }
  })

  it('redirects only to offered providers and the page’s own origin', () => {
    expect(urlIn(direct('https://idp.test/go?x=1', { x: '2', y: '3' }), rules)?.href).to.equal(
      'https://idp.test/go?x=1&y=3',
    )
    const refused = [
      'https://evil.test/',
      'https://idp.test.evil.test/',
      'https://idp.test@evil.test/',
      'http://idp.test/',
    ]
    for (const data of [...refused, 'javascript:alert(1)', '//evil.test', 'https:evil.test', 'data:text/html,x', '']) {
      expect(urlIn(direct(data), rules), data).to.equal(undefined)
    }
  })

  it('never replaces what the flow itself sends', () => {
    const url = withAdditional(new URL('https://idp.test/?state=mine'), { state: 'theirs', hint: 'a' })
    expect(url.search).to.equal('?state=mine&hint=a')
  })

  it('treats an email as a request for single sign-on', () => {
    expect(emailOf(direct('Sue@SSO.test'))).to.equal('sue@sso.test')
    expect(emailOf({ type: 'social-login', data: 'sue@sso.test' })).to.equal(undefined)
    expect(emailOf(direct('https://idp.test/'))).to.equal(undefined)
  })
})
