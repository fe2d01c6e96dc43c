import { waitFor } from '@testing-library/dom'
import { expect } from 'chai'
import type { FeApp } from '../app/public-app.ts'
import { settle } from '../testing/clock.ts'
import { startApp } from './testing/start-app.test-kit.ts'

/** Preview responds to each call after 500 ms. */
const PATIENCE = { timeout: 8000 }
const portals = () => document.querySelectorAll('fe-admin-portal')

const UNREACHED = { logLevel: 'error', baseUrl: 'https://nowhere.test' } as const

/** Lets every call wait until `refuse`, which responds that no user is signed in. */
const refuseLater = () => {
  let refuse = () => {}
  const refused = new Promise<void>((go) => {
    refuse = go
  })
  const { fetch: own } = window
  window.fetch = () => refused.then(() => new Response('{}', { status: 401 }))
  const restore = () => {
    window.fetch = own
  }
  return { refuse, restore }
}

describe('a page with a deep link into the portal', () => {
  let app: FeApp | undefined
  const loadConnection = async (hash: string, name: string) => {
    history.replaceState(null, '', hash)
    app = startApp({ previewMode: true, contextOptions: { logLevel: 'error' } }, name)
    await waitFor(() => expect(app?.getState().isAuthenticated).to.equal(true), PATIENCE)
    await settle()
  }
  afterEach(async () => {
    app?.unmount()
    await settle(12)
    history.replaceState(null, '', location.pathname + location.search)
  })

  for (const hash of ['#/admin-box', '#/admin-box/users?search=ada'])
    it(`opens it for a signed-in user at ${hash}, without the element in the page`, async function () {
      this.timeout(40_000)
      await loadConnection(hash, `linked${hash}`)
      expect(portals()).to.have.length(1)
      const shadow = () => portals()[0]?.shadowRoot
      await waitFor(() => expect(shadow()?.querySelector('dialog[open]')).not.to.equal(null), PATIENCE)
      expect(location.hash).to.equal(hash)
      shadow()
        ?.querySelector('dialog')
        ?.dispatchEvent(new Event('cancel', { cancelable: true }))
      await waitFor(() => expect(shadow()?.querySelector('dialog')).to.equal(null), PATIENCE)
      expect(location.hash).to.equal('')
    })

  it('opens it when the hash is set later', async function () {
    this.timeout(40_000)
    await loadConnection('#/own-route', 'later')
    expect(portals()).to.have.length(0)
    location.hash = '#/admin-box/users'
    await waitFor(() => expect(portals()).to.have.length(1), PATIENCE)
  })

  for (const hash of ['#section', '#/admin-boxes', '#/settings'])
    it(`leaves ${hash} to the host`, async function () {
      this.timeout(40_000)
      await loadConnection(hash, `own${hash}`)
      expect(portals()).to.have.length(0)
      expect(location.hash).to.equal(hash)
    })

  it('opens the portal before it is known whether a user is signed in, and keeps the link when no one is', async () => {
    const hash = '#/admin-box/users'
    history.replaceState(null, '', hash)
    const { refuse, restore } = refuseLater()
    try {
      app = startApp({ contextOptions: UNREACHED }, 'early')
      expect(portals()).to.have.length(1)
      await waitFor(() => expect(portals()[0]?.shadowRoot?.querySelector('dialog')).not.to.equal(null), PATIENCE)
      refuse()
      await waitFor(() => expect(portals()).to.have.length(0), PATIENCE)
      await settle(12)
      expect(location.hash).to.equal(hash)
    } finally {
      restore()
    }
  })

  it('leaves a portal of the host in a shadow root where it is when no user is signed in', async () => {
    const { refuse, restore } = refuseLater()
    const host = document.createElement('div')
    const portal = document.createElement('fe-admin-portal')
    for (const [key, value] of Object.entries({ app: 'shadowed', mode: 'inline' })) portal.setAttribute(key, value)
    host.attachShadow({ mode: 'open' }).append(portal)
    try {
      app = startApp({ contextOptions: UNREACHED }, 'shadowed')
      document.body.append(host)
      await waitFor(() => expect(portal.shadowRoot?.querySelector('.fe-portal')).to.be.an.instanceOf(Element), PATIENCE)
      location.hash = '#/admin-box/users'
      await settle(12)
      refuse()
      await waitFor(() => expect(app?.getState().isLoading).to.equal(false), PATIENCE)
      await settle(12)
      expect([portal.isConnected, portals().length]).to.deep.equal([true, 0])
    } finally {
      restore()
      host.remove()
    }
  })

  it('opens nothing for a user who is not signed in', async () => {
    history.replaceState(null, '', '#/admin-box/users')
    app = startApp({ previewMode: true, builderMode: true, contextOptions: { logLevel: 'error' } }, 'unknown')
    await settle(12)
    expect(app.getState().isAuthenticated).to.equal(false)
    expect(portals()).to.have.length(0)
  })
})
