import { expect } from 'chai'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { callbackAddress, isHostedCallback, withoutAnswer } from './hosted-callback.ts'

const path = { routes: DEFAULT_ROUTES, basename: '', urlStrategy: 'path' } as const
const hash = { ...path, urlStrategy: 'hash' } as const
const based = { ...path, basename: '/shop' } as const
const home = { ...path, routes: { ...DEFAULT_ROUTES, hostedLoginRedirectUrl: '/' } }
const at = (address: string) => new URL(address, 'https://app.test')

describe('the address the provider answers at', () => {
  it('never has a fragment, whatever the routing', () => {
    expect(callbackAddress(at('/a?b#c'), path)).to.equal('https://app.test/oauth/callback')
    expect(callbackAddress(at('/#/a'), hash)).to.equal('https://app.test/oauth/callback')
    expect(callbackAddress(at('/shop/a'), based)).to.equal('https://app.test/shop/oauth/callback')
  })

  const cases: readonly [string, boolean, boolean][] = [
    ['its path', isHostedCallback(at('/oauth/callback'), path), true],
    ['its path with an answer', isHostedCallback(at('/oauth/callback?code=c&state=s'), path), true],
    ['another page with an answer', isHostedCallback(at('/other?code=c&state=s'), path), false],
    ['hash routing: an answer anywhere', isHostedCallback(at('/oauth/callback?code=c&state=s#/x'), hash), true],
    ['hash routing: an error', isHostedCallback(at('/?error=e&state=s'), hash), true],
    ['hash routing: no answer', isHostedCallback(at('/?code=c'), hash), false],
    ['the start page as callback, without an answer', isHostedCallback(at('/'), home), false],
    ['the start page as callback, with one', isHostedCallback(at('/?code=c&state=s'), home), true],
  ]
  for (const [title, actual, expected] of cases) {
    it(`${title}: ${expected ? 'a callback' : 'none'}`, () => expect(actual).to.equal(expected))
  }

  it('loses the answer and keeps the rest', () => {
    expect(withoutAnswer(at('/oauth/callback?code=c&state=s&iss=i&tab=2#part'))).to.equal('/oauth/callback?tab=2#part')
    expect(withoutAnswer(at('/oauth/callback#code=c&state=s'))).to.equal('/oauth/callback')
  })
})
