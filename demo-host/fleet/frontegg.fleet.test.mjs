import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import reduxStore from '@frontegg/redux-store'
import restApi from '@frontegg/rest-api'
import { InMemoryWebStorage } from 'oidc-client-ts'
import { DEMO_CLIENT_ID } from '../../src/backend/adapters/config.ts'
import { fetchAs, fetchWithCookies } from './page-fetch.test-kit.mjs'
import { sharedProvider, USER } from './provider.test-kit.mjs'

const { ContextHolder, createApiClient } = restApi
const { createStore } = reduxStore

let provider
const nodeFetch = globalThis.fetch

/** Provides the parts of a page that both packages read. */
const enterPage = async () => {
  provider = await sharedProvider()
  const { href, origin, hostname, pathname, search, hash } = new URL(provider.appUrl)
  globalThis.window = {
    location: { href, origin, hostname, pathname, search, hash },
    localStorage: new InMemoryWebStorage(),
    sessionStorage: new InMemoryWebStorage(),
  }
  globalThis.localStorage = window.localStorage
  globalThis.document = { cookie: '' }
  globalThis.fetch = fetchAs(provider.appUrl, fetchWithCookies())
}
const leavePage = () => {
  globalThis.fetch = nodeFetch
  delete globalThis.window
  delete globalThis.localStorage
  delete globalThis.document
}
const context = () => ({ baseUrl: provider.issuer, clientId: DEMO_CLIENT_ID, requestCredentials: 'include' })

describe('@frontegg/rest-api', () => {
  before(enterPage)
  after(leavePage)

  it('signs in, reads and changes what the portal shows, renews its token and signs out', async () => {
    const name = 'fleet'
    ContextHolder.for(name).setContext(context())
    const api = createApiClient(name)
    const { user, tenants } = await api.auth.loginv2({ email: USER.email, password: USER.password })
    assert.equal(user.email, USER.email)
    assert.ok(tenants.length > 0)
    const [{ items }, roles, me] = await Promise.all([
      api.users.getUsersV3({ _limit: 10, _offset: 0 }),
      api.roles.getRoles(),
      api.teams.getProfile(),
    ])
    assert.ok(items.length > 0 && roles.length > 0)
    assert.equal(me.email, USER.email)
    assert.equal((await api.users.updateUserProfileV2({ name: me.name })).name, me.name)
    const renewed = await api.auth.refreshTokenV3()
    assert.equal(renewed.user.email, USER.email)
    assert.notEqual(renewed.user.accessToken, user.accessToken)
    await api.auth.logout()
    await assert.rejects(api.auth.refreshTokenV3(), { statusCode: 401 })
  })
})

describe('@frontegg/redux-store', () => {
  before(enterPage)
  after(leavePage)

  it('signs in by password, loads the profile, renews its token and signs out', async () => {
    const store = createStore({ name: 'fleet-store', context: context(), storeHolder: {} })
    const state = () => store.getState().auth
    await store.actions.login({ email: USER.email, password: USER.password })
    assert.equal(state().loginState.error, undefined)
    assert.equal(state().isAuthenticated, true)
    assert.equal(state().user.email, USER.email)
    const { accessToken } = state().user
    await store.actions.__refreshToken()
    assert.equal(state().isAuthenticated, true)
    assert.notEqual(state().user.accessToken, accessToken)
    await store.actions.loadProfile()
    assert.equal(state().profileState.profile.email, USER.email)
    await store.actions.logout()
    assert.equal(state().isAuthenticated, false)
    await store.actions.__refreshToken()
    assert.equal(state().isAuthenticated, false)
  })
})
