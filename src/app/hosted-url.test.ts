import { expect } from 'chai'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { hostedCallbackUrl, withoutResponse } from './hosted.ts'

const path = { routes: DEFAULT_ROUTES, basename: '', urlStrategy: 'path' } as const
const hash = { ...path, urlStrategy: 'hash' } as const
const based = { ...path, basename: '/shop' } as const
const at = (url: string) => new URL(url, 'https://app.test')

describe('the URL the provider redirects to', () => {
  it('never has a fragment, with either kind of routing', () => {
    expect(hostedCallbackUrl(at('/a?b#c'), path)).to.equal('https://app.test/oauth/callback')
    expect(hostedCallbackUrl(at('/#/a'), hash)).to.equal('https://app.test/oauth/callback')
    expect(hostedCallbackUrl(at('/shop/a'), based)).to.equal('https://app.test/shop/oauth/callback')
  })

  it('loses the response and keeps the rest', () => {
    expect(withoutResponse(at('/oauth/callback?code=c&state=s&iss=i&tab=2#part'))).to.equal(
      'https://app.test/oauth/callback?tab=2#part',
    )
    expect(withoutResponse(at('/oauth/callback#code=c&state=s'))).to.equal('https://app.test/oauth/callback')
  })
})
