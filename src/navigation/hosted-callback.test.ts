import { expect } from 'chai'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { isHostedCallback } from './hosted-callback.ts'

const path = { routes: DEFAULT_ROUTES, basename: '', urlStrategy: 'path' } as const
const hash = { ...path, urlStrategy: 'hash' } as const
const home = { ...path, routes: { ...DEFAULT_ROUTES, hostedLoginRedirectUrl: '/' } }
const at = (url: string) => new URL(url, 'https://app.test')

describe('the URL the provider redirects to', () => {
  const cases: readonly [string, boolean, boolean][] = [
    ['its path', isHostedCallback(at('/oauth/callback'), path), true],
    ['its path with a response', isHostedCallback(at('/oauth/callback?code=c&state=s'), path), true],
    ['another page with a response', isHostedCallback(at('/other?code=c&state=s'), path), false],
    ['hash routing: a response anywhere', isHostedCallback(at('/oauth/callback?code=c&state=s#/x'), hash), true],
    ['hash routing: an error', isHostedCallback(at('/?error=e&state=s'), hash), true],
    ['hash routing: no response', isHostedCallback(at('/?code=c'), hash), false],
    ['the start page as callback, without a response', isHostedCallback(at('/'), home), false],
    ['the start page as callback, with one', isHostedCallback(at('/?code=c&state=s'), home), true],
  ]
  for (const [title, actual, expected] of cases) {
    it(`${title}: ${expected ? 'a callback' : 'none'}`, () => expect(actual).to.equal(expected))
  }
})
