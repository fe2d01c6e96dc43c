import { expect } from 'chai'
import { apps } from '../app/apps.ts'
import type { FeApp } from '../index.ts'
import { settle } from '../testing/clock.ts'
import { type Harness, openHarness } from './testing/harness.test-kit.ts'
import { startApp } from './testing/start-app.test-kit.ts'

const cardOf = (box: Element) => box.shadowRoot?.querySelector('.fe-box') ?? null

describe('A login box that the page placed', () => {
  let harness: Harness
  const open = async (route: string, signedInAs: string | null = null) => {
    harness = await openHarness({ name: 'placed', route, signedInAs })
    await harness.app.ready
    await harness.wait()
  }
  afterEach(() => harness.close())

  for (const [title, route] of [
    ['the default authenticatedUrl', '/'],
    ['the page after sign-up', '/account/sign-up/success'],
    ['any other page', '/pricing'],
  ] as const) {
    it(`shows on ${title} while no one is signed in`, async () => {
      await open(route)
      expect(cardOf(harness.box)?.getAttribute('data-place')).to.equal('inline')
      expect(harness.field('input[name=email]').checkVisibility()).to.equal(true)
    })

    it(`shows nothing on ${title} to a signed-in user`, async () => {
      await open(route, 'ada@acme.test')
      expect(cardOf(harness.box)).to.equal(null)
    })
  }

  it('disappears from the start page after signing in there', async () => {
    await open('/')
    await harness.type('input[name=email]', 'ada@acme.test')
    await harness.press()
    await harness.type('input[name=password]', 'Correct-Horse-9')
    await harness.press()
    await harness.wait(200)
    expect(cardOf(harness.box)).to.equal(null)
    await harness.app.session.logout()
    await harness.wait()
    expect(cardOf(harness.box)).not.to.equal(null)
  })

  describe('that its host shows to signed-out users only', () => {
    let next: HTMLElement
    const replace = () => {
      next = document.createElement('fe-login-box')
      next.setAttribute('app', 'placed')
      next.dataset.feRouted = ''
      harness.box.remove()
      document.body.append(next)
    }
    const path = () => harness.app.navigator.location().pathname
    const leave = async () => {
      await harness.wait()
      await harness.wait(200)
      await harness.until(() => path() === '/')
    }
    afterEach(() => next.remove())

    it('redirects from the login page after signing in there', async () => {
      await open('/account/login')
      await harness.type('input[name=email]', 'ada@acme.test')
      await harness.press()
      await harness.type('input[name=password]', 'Correct-Horse-9')
      const stop = harness.app.store.subscribe(({ session }) => {
        if (session.status !== 'signed-in') return
        stop()
        replace()
      })
      harness.field('button[type=submit]').click()
      await harness.until(() => !harness.box.isConnected)
      await leave()
    })

    it('redirects a user who opens the login page signed in', async () => {
      await open('/account/login', 'ada@acme.test')
      expect(path()).to.equal('/account/login')
      replace()
      await leave()
    })
  })
})

describe('The login box that init adds', () => {
  let app: FeApp
  const boxes = () => [...document.querySelectorAll<HTMLElement>('fe-login-box[app="adding"]')]
  const place = () => {
    const box = document.createElement('fe-login-box')
    box.setAttribute('app', 'adding')
    document.body.append(box)
    return box
  }
  beforeEach(async () => {
    app = startApp({ previewMode: true, contextOptions: { logLevel: 'error' } }, 'adding')
    await settle()
  })
  afterEach(async () => {
    for (const box of boxes()) box.remove()
    app.unmount()
    await settle()
  })

  it('is replaced by the page’s own as soon as that appears, and returns when that is removed', async () => {
    expect(boxes().map((box) => box.dataset.feRouted)).to.deep.equal([''])
    const own = place()
    await settle()
    expect(boxes()).to.deep.equal([own])
    own.remove()
    await settle()
    expect(boxes().map((box) => box.dataset.feRouted)).to.deep.equal([''])
  })

  it('is replaced by one in a shadow root of the page, and returns when that is removed', async () => {
    const component = document.createElement('div')
    const own = document.createElement('fe-login-box')
    own.setAttribute('app', 'adding')
    document.body.append(component)
    component.attachShadow({ mode: 'closed' }).append(own)
    await settle()
    expect(boxes()).to.deep.equal([])
    component.remove()
    await settle()
    expect(boxes().map((box) => box.dataset.feRouted)).to.deep.equal([''])
  })

  it('stays away when the host removes it', async () => {
    boxes()[0]?.remove()
    await settle()
    document.body.append(document.createElement('p'))
    await settle()
    expect(boxes()).to.deep.equal([])
    document.body.lastElementChild?.remove()
  })

  it('moves to the next body when a router replaces the whole one', async () => {
    const before = document.body
    try {
      before.replaceWith(document.createElement('body'))
      await settle()
      expect(boxes().map((box) => box.parentElement)).to.deep.equal([document.body])
    } finally {
      document.body.replaceWith(before)
      await settle()
    }
    expect(boxes().map((box) => box.parentElement)).to.deep.equal([before])
  })

  it('waits for the next body when a page removes its own first', async () => {
    const before = document.body
    try {
      before.remove()
      await settle()
      document.documentElement.append(document.createElement('body'))
      await settle()
      expect(boxes().map((box) => box.parentElement)).to.deep.equal([document.body])
    } finally {
      document.body.replaceWith(before)
      await settle()
    }
  })

  it('stays when a box of another app appears', async () => {
    const other = document.createElement('fe-login-box')
    other.setAttribute('app', 'other')
    other.setAttribute('preview', '')
    document.body.append(other)
    await settle()
    expect(boxes()).to.have.length(1)
    other.remove()
  })

  it('is gone after unmount, and does not return', async () => {
    app.unmount()
    expect(boxes()).to.deep.equal([])
    place().remove()
    await settle()
    expect(boxes()).to.deep.equal([])
    expect(apps.get('adding')).to.equal(undefined)
  })
})
