import { expect } from 'chai'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { authRouteOf, isDestination, routeHref, routeQuery } from './auth-route.ts'

const path = { routes: DEFAULT_ROUTES, basename: '', urlStrategy: 'path' } as const
const hash = { ...path, urlStrategy: 'hash' } as const
const based = { ...path, basename: '/app/' } as const
const at = (url: string) => new URL(url, 'https://app.test')

describe('the route of a page', () => {
  const cases: readonly [string, unknown, unknown][] = [
    ['the login path', authRouteOf(at('/account/login'), path), 'loginUrl'],
    ['the same with a slash', authRouteOf(at('/account/login/'), path), 'loginUrl'],
    ['another page', authRouteOf(at('/shop'), path), undefined],
    ['inside a base path', authRouteOf(at('/app/account/activate'), based), 'activateUrl'],
    ['outside the base path', authRouteOf(at('/account/activate'), based), undefined],
    ['in the fragment', authRouteOf(at('/#/account/login?a=1'), hash), 'loginUrl'],
    [
      'a callback, whose path no fragment hides',
      authRouteOf(at('/account/saml/callback?SAMLResponse=x'), hash),
      'samlCallbackUrl',
    ],
    ['a page after its callback', authRouteOf(at('/account/oidc/callback#/account/login'), hash), 'loginUrl'],
    ['the start page', authRouteOf(at('/'), path), 'authenticatedUrl'],
    [
      'a screen before a destination with the same URL',
      authRouteOf(at('/'), { ...path, routes: { ...DEFAULT_ROUTES, loginUrl: '/' } }),
      'loginUrl',
    ],
  ]
  for (const [title, actual, expected] of cases) it(`${title} is ${expected}`, () => expect(actual).to.equal(expected))

  it('knows where the login box stays hidden', () => {
    expect(isDestination('authenticatedUrl')).to.equal(true)
    expect(isDestination('userSignUpSuccessUrl')).to.equal(true)
    expect(isDestination('loginUrl')).to.equal(false)
    expect(isDestination(undefined)).to.equal(false)
  })

  it('reads the query of the fragment too', () => {
    expect(routeQuery(at('/?a=1#/account/login?token=t'), hash).get('token')).to.equal('t')
  })

  it('builds URLs of its own routes', () => {
    expect(routeHref('/account/login', hash)).to.equal('#/account/login')
    expect(routeHref('/account/login', based)).to.equal('/app/account/login')
  })
})
