import { expect } from 'chai'
import type { ThemeOptions } from '../../app/theme-options.ts'
import { social } from '../../contract/login.ts'
import { type Harness, openHarness } from '../../elements/testing/harness.test-kit.ts'
import { isSocialOnTop, SOCIAL_HEIGHT } from './social-place.ts'

const GOOGLE = { type: 'google', clientId: 'client', redirectUrl: 'https://app.test', active: true, customised: true }

const respond = ({ url }: Request) =>
  new URL(url).pathname.endsWith(social.getSocialProvidersV2.path) ? Response.json([GOOGLE]) : undefined

/** Pages without a compiler pass anything. */
const placed = (placement: unknown) =>
  ({ loginBox: { socialLogins: { socialLoginsLayout: { placement } } } }) as ThemeOptions

describe('the place of social sign-in', () => {
  let harness: Harness | undefined
  afterEach(async () => {
    await harness?.close()
    harness = undefined
  })
  let round = 0

  const open = async (placement: string, route: string) => {
    round += 1
    const name = `placed-${round}`
    harness = await openHarness({ name, route, respond, options: { themeOptions: placed(placement) } })
    const { box, until } = harness
    const boxOf = (selector: string) =>
      (box.shadowRoot?.querySelector(selector) ?? box.querySelector(selector))?.getBoundingClientRect() ?? new DOMRect()
    await until(() => boxOf('.fe-social button').height > 0)
    return boxOf('.fe-social button').top < boxOf('form').top ? 'above' : 'below'
  }

  for (const route of ['/account/login', '/account/sign-up']) {
    it(`is above the form of ${route} if the account or the host places it there`, async () => {
      expect(await open('top', route)).to.equal('above')
    })

    it(`is below the form of ${route} otherwise`, async () => {
      expect(await open('bottom', route)).to.equal('below')
    })
  }

  it('keeps its space above the form from one visit to the next', async () => {
    await open('top', '/account/login')
    const height = harness?.box.shadowRoot?.querySelector<HTMLElement>('.fe-social-top')?.offsetHeight
    expect(height).to.be.greaterThan(0)
    expect(localStorage.getItem(SOCIAL_HEIGHT)).to.equal(String(height))
  })

  it('is the host’s choice, or else the account’s, and ignores an invalid value', () => {
    const settings = (theme: unknown, themeV2: unknown) => ({ theme, configuration: { themeV2 } }) as never
    expect(isSocialOnTop(settings(undefined, placed('top')))).to.equal(true)
    expect(isSocialOnTop(settings(placed('bottom'), placed('top')))).to.equal(false)
    expect(isSocialOnTop(settings(placed('left'), placed('top')))).to.equal(true)
    expect(isSocialOnTop(settings(placed({}), undefined))).to.equal(false)
  })
})
