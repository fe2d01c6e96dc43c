import { expect } from 'chai'
import { takeHandover } from './impersonate.actions.ts'

const take = (url: string, urlStrategy: 'path' | 'hash' = 'path') => {
  history.replaceState(null, '', url)
  const deps = { navigator: { go() {}, location: () => new URL(location.href) }, settings: () => ({ urlStrategy }) }
  const taken = takeHandover(deps as unknown as Parameters<typeof takeHandover>[0])
  return { taken, left: location.pathname + location.search + location.hash }
}

describe('the link that starts an impersonation', () => {
  const before = location.href
  afterEach(() => history.replaceState(null, '', before))

  it('is read from the fragment and removed from the URL', () => {
    expect(take('/account/impersonate?redirectUrl=%2Fhome#impersonatedUserId=mel&actorToken=secret')).to.deep.equal({
      taken: { impersonatedUserId: 'mel', actorToken: 'secret', redirectUrl: '/home' },
      left: '/account/impersonate?redirectUrl=%2Fhome',
    })
  })

  it('is read from the query as well, and removed from it', () => {
    expect(take('/account/impersonate?impersonatedUserId=mel&actorToken=secret&a=1#top')).to.deep.equal({
      taken: { impersonatedUserId: 'mel', actorToken: 'secret' },
      left: '/account/impersonate?a=1#top',
    })
  })

  it('is read from the route with hash routing', () => {
    expect(take('/#/account/impersonate?userId=mel&token=secret&a=1', 'hash')).to.deep.equal({
      taken: { impersonatedUserId: 'mel', actorToken: 'secret' },
      left: '/#/account/impersonate?a=1',
    })
  })

  it('is removed from the URL on a page whose base has another origin', () => {
    const base = document.createElement('base')
    base.href = 'https://files.test/'
    const start = new URL('/account/impersonate?a=1#impersonatedUserId=mel&actorToken=secret', location.href).href
    document.head.append(base)
    try {
      expect(take(start).left).to.equal('/account/impersonate?a=1')
    } finally {
      base.remove()
    }
  })

  it('is gone from the URL when it lacks a part, too', () => {
    expect(take('/account/impersonate#actorToken=secret')).to.deep.equal({
      taken: undefined,
      left: '/account/impersonate',
    })
  })
})
