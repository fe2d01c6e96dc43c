import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { billing, type PublicPlans, publicPlans } from '../../contract/billing.ts'
import type { HostedWish, SessionUser } from '../../feature/ports.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { isolating } from '../../i18n/isolate.ts'
import { HttpError } from '../../kernel/errors.ts'
import { STORED_REDIRECT } from '../../parts/after-login/stored-target.ts'
import { DEFAULT_ROUTES } from '../../rules/auth-routes.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { aUser } from '../../testing/builders.ts'
import { aNavigator } from '../../testing/navigator.ts'
import { renderUi } from '../../testing/render.tsx'
import { aSession } from '../../testing/session.ts'
import { anAppSettings } from '../../testing/settings.ts'
import { mountSlice } from '../../testing/slice.ts'
import { pricingTableSlice } from './pricing-table.actions.ts'
import { pricingTableMessages } from './pricing-table.messages.ts'
import { inclusionOf, initialPricingTable } from './pricing-table.state.ts'
import { PricingTableView } from './pricing-table.view.tsx'

const OFFER: PublicPlans = {
  defaultPlanId: 'small',
  features: [
    { key: 'reports', name: 'Reports' },
    { key: 'sso', name: 'Single sign-on' },
  ],
  plans: [
    {
      id: 'small',
      name: 'Small',
      description: 'To try it',
      price: { currency: 'usd', amount: 0 },
      includes: { reports: 1_200 },
    },
    {
      id: 'large',
      name: 'Large',
      description: 'For teams',
      price: { currency: 'jpy', amount: 4_900 },
      includes: { reports: null, sso: null },
    },
  ],
}
const PAGE = new URL('https://host.test/pricing?lang=en#plans')

interface Visit {
  isSignedIn?: boolean
  permissions?: string[]
  hosted?: boolean
  allowSignups?: boolean
  /** User whom hosted login knows in this browser. */
  knownUser?: SessionUser
}

const setUp = ({ isSignedIn = false, permissions, hosted = false, allowSignups = true, knownUser }: Visit = {}) => {
  const went: string[] = []
  const wishes: HostedWish[] = []
  const kept = new Map<string, string>()
  let leave = (): void => undefined
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  const keys = permissions?.map((key) => ({ id: key, key, name: key }))
  const session = aSession(keys ? { permissions: keys } : undefined)
  const mounted = mountSlice(pricingTableSlice, initialPricingTable, {
    session: isSignedIn ? session : { ...session, current: () => ({ status: 'signed-out', tenants: [] }) },
    local: {
      get: (key) => kept.get(key),
      set: (key, value) => void kept.set(key, value),
      remove: (key) => void kept.delete(key),
    },
    navigator: aNavigator(PAGE, went),
    ...(hosted && {
      hosted: async () =>
        ({
          async login(wish: HostedWish) {
            wishes.push(wish)
            leave()
            return knownUser ?? new Promise(() => undefined)
          },
        }) as never,
    }),
    settings: () => anAppSettings({ ...(hosted && { hosted }), policy: { allowSignups } as never }),
  })
  mounted.fake.respond(publicPlans.listPublicPlans, () => OFFER)
  return { ...mounted, went, wishes, kept, left }
}

const neverOpens = () => {
  throw new Error('A visitor has no checkout yet')
}

describe('choosing a plan of the pricing table', () => {
  it('redirects visitors to sign-up, and back to this page with the plan', async () => {
    const { actions, went, events } = setUp()
    await actions.loadOffer()
    await actions.choosePlan('large', neverOpens)
    const target = new URL(went[0] ?? '')
    expect(target.pathname).to.equal(DEFAULT_ROUTES.signUpUrl)
    expect(target.searchParams.get('redirectUrl')).to.equal('/pricing?lang=en&fe-plan=large#plans')
    expect(events).to.deep.equal([['choose-plan', { planId: 'large' }]])
  })

  it('opens sign-in where sign-up is off', async () => {
    const { actions, went } = setUp({ allowSignups: false })
    await actions.loadOffer()
    await actions.choosePlan('large', neverOpens)
    expect(new URL(went[0] ?? '').pathname).to.equal(DEFAULT_ROUTES.loginUrl)
  })

  it('needs no checkout for the free plan that every account starts with', async () => {
    const { actions, went } = setUp()
    await actions.loadOffer()
    await actions.choosePlan('small', neverOpens)
    expect(new URL(went[0] ?? '').search).to.equal('')
  })

  it('opens the checkout at once if hosted login has a session in this browser', async () => {
    const knownUser: SessionUser = { ...aUser(), accessToken: 't' }
    const { actions, kept } = setUp({ hosted: true, knownUser })
    await actions.loadOffer()
    const opened: string[] = []
    await actions.choosePlan('large', () => void opened.push('large'))
    expect([opened, kept.size]).to.deep.equal([['large'], 0])
  })

  it('keeps the plan on the way through hosted login', async () => {
    const { actions, went, wishes, kept, left } = setUp({ hosted: true })
    await actions.loadOffer()
    // The promise never settles, because the page is left.
    void actions.choosePlan('large', neverOpens)
    await left
    const returnTo = '/pricing?lang=en&fe-plan=large#plans'
    expect(wishes).to.deep.equal([{ returnTo, prompt: 'create' }])
    // The target is read after an activation by email.
    expect(kept.get(STORED_REDIRECT)).to.equal(returnTo)
    expect(went).to.deep.equal([])
  })

  it('opens the checkout for users', async () => {
    const { actions, went } = setUp({ isSignedIn: true })
    let opened = 0
    await actions.choosePlan('large', () => {
      opened += 1
    })
    expect([opened, went]).to.deep.equal([1, []])
  })

  it('is left to the host when it cancels the event', async () => {
    const { actions, went, refused, events } = setUp()
    refused.add('choose-plan')
    await actions.choosePlan('large', neverOpens)
    expect([went, events]).to.deep.equal([[], []])
  })
})

describe('the plans of the pricing table', () => {
  it('fail with the server’s message and can be loaded again', async () => {
    const { actions, fake, state } = setUp()
    fake.respond(publicPlans.listPublicPlans, () => {
      throw new HttpError('Billing is down.', 503)
    })
    await actions.loadOffer()
    expect(state()).to.deep.equal({ ...initialPricingTable, error: 'Billing is down.' })
    fake.respond(publicPlans.listPublicPlans, () => OFFER)
    await actions.loadOffer()
    expect([state().error, state().offer]).to.deep.equal([null, OFFER])
  })

  it('mark the current one for users who may see it, and send no request for others', async () => {
    const user = setUp({ isSignedIn: true })
    user.fake.respond(billing.getSummary, () => ({ currentPlanId: 'large' }))
    await user.actions.loadCurrentPlan()
    expect(user.state().currentPlanId).to.equal('large')
    user.actions.forgetCurrentPlan()
    expect(user.state().currentPlanId).to.equal(undefined)
    const member = setUp({ isSignedIn: true, permissions: ['fe.secure.read.users'] })
    await member.actions.loadCurrentPlan()
    expect([member.fake.calls, member.state().currentPlanId]).to.deep.equal([[], undefined])
  })

  it('stay as useful as for a visitor when the current one can’t be loaded', async () => {
    const { actions, fake, state } = setUp({ isSignedIn: true })
    await actions.loadOffer()
    fake.respond(billing.getSummary, () => {
      throw new HttpError('No.', 500)
    })
    await actions.loadCurrentPlan()
    expect([state().offer, state().error]).to.deep.equal([OFFER, null])
  })

  it('include a feature without a limit, with one, or not; names of object members aren’t features', () => {
    const [small, large] = OFFER.plans
    if (!small || !large) throw new Error('The offer has two plans')
    expect(inclusionOf(large, 'sso')).to.deep.equal({ kind: 'unlimited' })
    expect(inclusionOf(small, 'reports')).to.deep.equal({ kind: 'limited', perMonth: 1_200 })
    for (const key of ['sso', 'constructor', 'toString'])
      expect(inclusionOf(small, key)).to.deep.equal({ kind: 'none' })
  })

  it('show the period without characters that only isolate the price', async () => {
    const overrides = { he: { adminPortal: { pricingTable: { perMonth: '{{price}} לחודש' } } } }
    const t = isolating(createTranslator({ language: 'he', overrides })).translatorFor(pricingTableMessages)
    const state = { ...initialPricingTable, offer: OFFER }
    const { actions } = setUp()
    const screen = await renderUi(
      <PricingTableView state={state} actions={actions} t={t} session="signed-in" openCheckout={neverOpens} />,
      { dir: 'rtl' },
    )
    const prices = [...screen.root.querySelectorAll('.fe-pricing-price')].map(({ textContent }) => textContent)
    expect(prices).to.contain('¥4,900 לחודש')
    await screen.unmount()
  })

  for (const [scheme, dir, width] of [
    ['light', 'ltr', '900px'],
    ['dark', 'rtl', '390px'],
  ] as const) {
    it(`are readable and accessible: ${scheme}, ${dir}, ${width}`, async () => {
      const { actions } = setUp()
      const t = createTranslator({ language: 'en' }).translatorFor(pricingTableMessages)
      const state = { ...initialPricingTable, offer: OFFER, currentPlanId: 'small' }
      const screen = await renderUi(
        <PricingTableView state={state} actions={actions} t={t} session="signed-in" openCheckout={neverOpens} />,
        { scheme, dir, width },
      )
      const [small, large] = within(screen.root).getAllByRole('heading')
      expect([small?.textContent, large?.textContent]).to.deep.equal(['Small', 'Large'])
      expect(screen.root.textContent).to.contain('Free').and.contain('¥4,900 per month')
      expect(screen.root.textContent).to.contain('Reports: 1,200 per month').and.contain('Not included: Single sign-on')
      expect(within(screen.root).getAllByText('Current plan')).to.have.length(1)
      expect(within(screen.root).getAllByRole('button')).to.have.length(1)
      expect(screen.root.scrollWidth).to.be.at.most(screen.root.clientWidth)
      await expectNoAxeViolations(screen.host)
      await screen.unmount()
    })
  }
})
