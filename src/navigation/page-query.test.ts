import { expect } from 'chai'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { aNavigator } from '../testing/navigator.ts'
import { routeHref } from './auth-route.ts'
import { invitationOf, pageQuery, withPageQuery } from './page-query.ts'

const SIGN_UP = '/account/sign-up'

const STRATEGIES = [
  { urlStrategy: 'path', page: (query: string) => `/account/login?${query}` },
  { urlStrategy: 'hash', page: (query: string) => `/app#/account/login?${query}` },
] as const

for (const { urlStrategy, page } of STRATEGIES) {
  const settings = {
    routes: DEFAULT_ROUTES,
    basename: '',
    urlStrategy,
    baseUrl: '',
    flags: {},
    preview: false,
  } as const
  const at = (query: string) => {
    return { navigator: aNavigator(new URL(page(query), 'https://app.test')), settings: () => settings }
  }
  const follow = (query: string, route = routeHref(SIGN_UP, settings)) => {
    const here = at(query).navigator.location()
    return withPageQuery(new URL(route, here), here, settings)
  }

  describe(`the query of a page, by ${urlStrategy}`, () => {
    it('is read with invitation, tenant and return URL', () => {
      const deps = at('invitationToken=i&tenantId=t&redirectUrl=%2Fx%3Fa%3D1%26b%3D2')
      expect(Object.fromEntries(pageQuery(deps))).to.deep.equal({
        invitationToken: 'i',
        tenantId: 't',
        redirectUrl: '/x?a=1&b=2',
      })
      expect(invitationOf(deps)).to.deep.equal({ invitationToken: 'i' })
      expect(invitationOf(at('invitationToken='))).to.deep.equal({})
    })

    it('is passed to another route, without the secrets of an email link', () => {
      const next = follow('invitationToken=i&tenantId=t&redirectUrl=%2Fx%3Fa%3D1&token=s&userId=u&code=c')
      const { navigator } = at('')
      const deps = { navigator: { ...navigator, location: () => next }, settings: () => settings }
      expect(Object.fromEntries(pageQuery(deps))).to.deep.equal({
        invitationToken: 'i',
        tenantId: 't',
        redirectUrl: '/x?a=1',
      })
      expect(next.href).to.contain(SIGN_UP)
    })

    it('keeps a value that the target has, and adds no query to a page without one', () => {
      const own = routeHref(`${SIGN_UP}?tenantId=own`, settings)
      expect(follow('tenantId=t&a=1', own).href).to.match(/sign-up\?tenantId=own&a=1$/)
      expect(follow('').href).to.match(/sign-up$/)
    })
  })
}
