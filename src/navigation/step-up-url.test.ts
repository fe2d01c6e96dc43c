import { expect } from 'chai'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { maxAgeOf, stepUpPageUrl, withStepUpQuery } from './step-up-url.ts'

const path = { routes: DEFAULT_ROUTES, basename: '', urlStrategy: 'path' } as const
const hash = { ...path, urlStrategy: 'hash' } as const

describe('the URL of the step-up page', () => {
  it('has the query, the maximum age and the URL to return to', () => {
    const { pathname, searchParams } = stepUpPageUrl(new URL('https://app.test/reports?year=7#top'), path, 60)
    expect(pathname).to.equal('/account/step-up')
    expect(Object.fromEntries(searchParams)).to.deep.equal({
      year: '7',
      maxAge: '60',
      redirectUrl: '/reports?year=7#top',
    })
  })

  it('has no maximum age if none is requested, even if the page’s URL has one', () => {
    const { searchParams } = stepUpPageUrl(new URL('https://app.test/?maxAge=1&redirectUrl=/x'), path, undefined)
    expect(Object.fromEntries(searchParams)).to.deep.equal({ redirectUrl: '/?maxAge=1&redirectUrl=/x' })
  })

  it('is in the fragment if routes are', () => {
    const { hash: fragment, searchParams } = stepUpPageUrl(new URL('https://app.test/a#/b'), hash, 5)
    expect([fragment, searchParams.get('redirectUrl')]).to.deep.equal(['#/account/step-up', '/a#/b'])
  })

  it('is carried on to the login page without anything else', () => {
    const here = new URL('https://app.test/account/step-up?maxAge=60&redirectUrl=%2Fx&token=secret')
    const target = withStepUpQuery('/account/login', here, path)
    expect(target.pathname + target.search).to.equal('/account/login?maxAge=60&redirectUrl=%2Fx')
  })

  for (const [text, age] of [
    ['60', 60],
    ['0', 0],
    ['-1', undefined],
    ['', undefined],
    ['soon', undefined],
    ['Infinity', undefined],
  ] as const) {
    it(`reads an age of "${text}" as ${age}`, () => {
      expect(maxAgeOf(new URLSearchParams({ maxAge: text }))).to.equal(age)
    })
  }
})
