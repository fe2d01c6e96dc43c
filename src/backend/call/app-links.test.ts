import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { BackendConfig } from '../ports.ts'
import { appCallback, appLink } from './app-links.ts'

const appUrl = 'https://app.test'
const query = { userId: 'u 1', token: 't&t' }
const QUERY = '?userId=u+1&token=t%26t'

describe('A link to the application', () => {
  const cases: readonly [name: string, app: BackendConfig['app'], activate: string, login: string][] = [
    ['the default routes', undefined, `https://app.test/account/activate${QUERY}`, 'https://app.test/account/login'],
    [
      'an overridden route',
      { routes: { activateUrl: '/join' } },
      `https://app.test/join${QUERY}`,
      'https://app.test/account/login',
    ],
    [
      'a base path',
      { basename: '/portal/' },
      `https://app.test/portal/account/activate${QUERY}`,
      'https://app.test/portal/account/login',
    ],
    [
      'hash routing',
      { urlStrategy: 'hash' },
      `https://app.test/#/account/activate${QUERY}`,
      'https://app.test/#/account/login',
    ],
    [
      'hash routing below a base path with overridden routes',
      { urlStrategy: 'hash', basename: 'portal', routes: { activateUrl: 'join', loginUrl: '/in?tab=a' } },
      `https://app.test/portal/#/join${QUERY}`,
      'https://app.test/portal/#/in?tab=a',
    ],
  ]
  for (const [name, app, activate, login] of cases) {
    it(`follows ${name}`, () => {
      assert.equal(appLink({ appUrl, app }, 'activateUrl', query), activate)
      assert.equal(appLink({ appUrl, app }, 'loginUrl'), login)
    })
  }

  it('keeps the query that a route already has', () => {
    const app = { routes: { loginUrl: '/in?tab=a' } }
    assert.equal(appLink({ appUrl, app }, 'loginUrl', { x: '1' }), 'https://app.test/in?tab=a&x=1')
  })
})

describe('A callback for identity providers', () => {
  it('follows base path and routes but never has a fragment', () => {
    const app = { urlStrategy: 'hash', basename: 'portal', routes: { samlCallbackUrl: '/saml' } } as const
    assert.equal(appCallback({ appUrl, app }, 'samlCallbackUrl'), 'https://app.test/portal/saml')
    assert.equal(appCallback({ appUrl, app }, 'oidcRedirectUrl'), 'https://app.test/portal/account/oidc/callback')
  })
})
