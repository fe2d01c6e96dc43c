import { expect } from 'chai'
import { type Harness, openHarness } from '../testing/harness.test-kit.ts'

/** Requests for sign-in strategies and social providers. */
const NOTHING_ELSE = /\/auth\/strategies\/public$|\/resources\/sso\/(v2|custom\/v1)$/

describe('the position of the login card', () => {
  let harness: Harness | undefined
  const before = location.href
  const add = (height: number) => {
    const bar = document.createElement('div')
    bar.dataset.bar = ''
    bar.style.height = `${height}px`
    return bar
  }
  const card = () => harness?.box.shadowRoot?.querySelector('.fe-auth-card')?.getBoundingClientRect() as DOMRect

  const open = async (name: string, path: string) => {
    history.replaceState(null, '', path)
    // The box has no other sign-in methods, because the card's height is not what this tests.
    const respond = ({ url }: Request) => (NOTHING_ELSE.test(url) ? Response.json([]) : undefined)
    harness = await openHarness({ name, route: path, respond })
    await harness.until(() => Boolean(harness?.box.querySelector('input')))
    return harness
  }
  afterEach(async () => {
    await harness?.close()
    for (const bar of document.querySelectorAll('[data-bar]')) bar.remove()
    document.body.style.margin = ''
    history.replaceState(null, '', before)
  })

  /** Height of a card that is centered; the upper edge of any other card is where this one's would be. */
  const USUAL = 640

  it('starts on an auth route where a centered one would, and nothing scrolls', async () => {
    await open('place-page', '/account/login')
    const { top, left, right } = card()
    const begin = harness?.box.getBoundingClientRect().top ?? 0
    expect(Math.abs(top - Math.max(begin + 24, (innerHeight - USUAL) / 2))).to.be.lessThan(3)
    expect(Math.abs(left + right - innerWidth)).to.be.lessThan(3)
    expect(document.documentElement.scrollHeight).to.equal(innerHeight)
  })

  it('leaves room for the content around it', async () => {
    document.body.style.margin = '0'
    document.body.append(add(60))
    await open('place-around', '/account/login')
    expect(Math.abs(card().top - 60 - Math.max(24, (innerHeight - 60 - USUAL) / 2))).to.be.lessThan(3)
    expect(document.documentElement.scrollHeight).to.equal(innerHeight)
  })

  it('has the theme’s ground behind it', async () => {
    const { box } = await open('place-ground', '/account/login')
    const ground = getComputedStyle(box.shadowRoot?.querySelector('.fe-box') as Element, '::before')
    expect(ground.position).to.equal('fixed')
    expect(ground.backgroundColor).not.to.equal('rgba(0, 0, 0, 0)')
  })

  it('is where the markup put it on any other page', async () => {
    document.body.append(add(40))
    history.replaceState(null, '', '/articles')
    const { box } = await open('place-inline', '/articles')
    expect(card().top - box.getBoundingClientRect().top).to.be.lessThan(30)
    expect(box.offsetHeight).to.be.lessThan(card().height + 60)
  })

  it('fits a container when the route is only simulated, as in a theme builder', async () => {
    harness = await openHarness({ name: 'place-container', route: '/account/login' })
    await harness.until(() => Boolean(harness?.box.querySelector('input')))
    expect(harness.box.offsetHeight).to.be.lessThan(card().height + 60)
  })
})
