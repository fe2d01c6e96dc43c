import { expect } from 'chai'
import { billing } from '../../contract/billing.ts'
import { createClient } from '../../contract/client.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { HttpError } from '../../kernel/errors.ts'
import { aBillingSummary, aCard, aPlan, aSubscription } from '../../testing/billing.ts'
import { createFakeSend } from '../../testing/fake-send.ts'
import { AREAS_AT_START, type AreaName, cardOf, currentPlan, priceOf, shownStatus } from './areas.ts'
import { createCardSetup } from './card-setup.ts'
import { type AreaLoads, createAreaLoads } from './load-areas.ts'

const CALL_OF = {
  information: billing.getSummary,
  subscription: billing.managedListSubscriptions,
  plans: billing.listPlans,
  paymentMethod: billing.listPaymentMethods,
  invoices: billing.listInvoices,
  vendorConfig: billing.getVendorPublicConfig,
} as const satisfies Record<AreaName, AnyEndpoint>

const AREAS = Object.keys(CALL_OF) as AreaName[]

const setUp = (tenantId: string | undefined = 'acme') => {
  const fake = createFakeSend()
  let areas = AREAS_AT_START
  const api = createClient(fake.send, { billing })
  const loads = createAreaLoads({
    api,
    tenantId: () => tenantId || undefined,
    areas: () => areas,
    change: (change) => {
      areas = change(areas)
    },
  })
  fake.respond(billing.getSummary, () => aBillingSummary())
  fake.respond(billing.listPlans, () => [aPlan('small', 1_000), aPlan('large', 5_000)])
  fake.respond(billing.managedListSubscriptions, () => [aSubscription(), aSubscription({ id: 'sub_2' })])
  fake.respond(billing.listPaymentMethods, () => [aCard(), aCard({ id: 'pm_2' })])
  fake.respond(billing.listInvoices, () => [])
  fake.respond(billing.getVendorPublicConfig, () => ({ allowPlanDowngrade: true, allowPlanCancellation: true }))
  const asked = () => fake.calls.map(({ endpoint }) => endpoint)
  return { fake, api, loads, areas: () => areas, asked }
}

const fails = () => {
  throw new HttpError('Down for repairs', 500)
}

const FAILED = { loading: false, fetching: false, error: 'Down for repairs' }

describe('an area of billing', () => {
  for (const name of AREAS) {
    it(`${name}: an error ends loading and fetching; loading again clears the error`, async () => {
      const { fake, loads, areas } = setUp()
      const load: AreaLoads[typeof name] = loads[name]
      expect(areas()[name]).to.deep.equal({ loading: false, fetching: true, error: null })
      fake.respond(CALL_OF[name], fails)
      await load()
      expect(areas()[name]).to.deep.equal(FAILED)
      const again = load()
      expect(areas()[name]).to.deep.equal({ loading: true, fetching: false, error: null })
      await again
    })

    it(`${name}: a failure leaves the other areas as they are`, async () => {
      const { fake, loads, areas } = setUp()
      await loads.all()
      const before = areas()
      fake.respond(CALL_OF[name], fails)
      await loads[name]()
      const others = AREAS.filter((other) => other !== name)
      expect(others.map((other) => areas()[other] === before[other])).to.deep.equal(others.map(() => true))
      expect(areas()[name].value, 'what was loaded before').to.equal(before[name].value)
    })
  }
})

describe('what billing loads', () => {
  it('information: summary, then the first subscription and the rest in parallel', async () => {
    const { loads, areas, asked } = setUp()
    await loads.all()
    expect(asked().slice(0, 2)).to.have.members([billing.getSummary, billing.listPlans])
    expect(asked().slice(2)).to.have.members([
      billing.managedListSubscriptions,
      billing.listPaymentMethods,
      billing.listInvoices,
      billing.getVendorPublicConfig,
    ])
    expect([areas().subscription.value?.id, currentPlan(areas())?.id]).to.deep.equal(['sub_1', 'large'])
  })

  it('information: only summary and plan where billing is managed elsewhere', async () => {
    const { fake, loads, areas, asked } = setUp()
    fake.respond(billing.getSummary, () => ({
      ...aBillingSummary({ externallyManaged: true }),
      providerType: undefined,
    }))
    await loads.all()
    expect(asked()).to.have.members([billing.getSummary, billing.listPlans])
    expect([areas().information.error, currentPlan(areas())?.id]).to.deep.equal([null, 'large'])
  })

  it('information: “Not authorized” without an account, before any request for it', async () => {
    const { loads, areas, asked } = setUp('')
    await loads.all()
    expect(areas().information.error).to.equal('Not authorized')
    expect(asked()).to.deep.equal([billing.listPlans])
  })

  it('information: “Internal feature failure” without a payment provider', async () => {
    const { fake, loads, areas, asked } = setUp()
    fake.respond(billing.getSummary, () => ({ ...aBillingSummary(), providerType: undefined }))
    await loads.all()
    expect(areas().information).to.deep.equal({ loading: false, fetching: false, error: 'Internal feature failure' })
    expect(asked()).not.to.include(billing.managedListSubscriptions)
  })

  it('subscription: none where the list is empty or malformed, and the message of a failure', async () => {
    const { fake, loads, areas } = setUp()
    for (const list of [[], null, {}]) {
      fake.respond(billing.managedListSubscriptions, () => list)
      await loads.subscription()
      expect(areas().subscription).to.deep.equal({ loading: false, fetching: false, error: null, value: null })
    }
    fake.respond(billing.managedListSubscriptions, fails)
    await loads.subscription()
    expect(areas().subscription.error).to.equal('Down for repairs')
  })

  it('subscription: statuses in both spellings, and unknown ones as expired', () => {
    const statuses = ['active', 'TRIALING', 'trialEnded', 'Canceled', 'incomplete', 'expired', 'asleep', '']
    expect(statuses.map(shownStatus)).to.deep.equal([
      'ACTIVE',
      'TRIALING',
      'TRIALENDED',
      'CANCELED',
      'INCOMPLETE',
      'EXPIRED',
      'EXPIRED',
      'EXPIRED',
    ])
  })

  it('plans: an amount of 0 and usd where the vendor set none', () => {
    const { price } = aPlan('small', 1_000)
    expect([priceOf({ price }), priceOf({ price: { ...price, amount: 0, currency: '' } })]).to.deep.equal([
      { amount: 1_000, currency: 'usd' },
      { amount: 0, currency: 'usd' },
    ])
    // A foreign backend may leave out the price.
    expect(priceOf({} as Parameters<typeof priceOf>[0])).to.deep.equal({ amount: 0, currency: 'usd' })
  })

  it('payment method: the first only, and none of an unknown type as a card', async () => {
    const { fake, loads, areas } = setUp()
    await loads.paymentMethod()
    expect(cardOf(areas())?.id).to.equal('pm_1')
    fake.respond(billing.listPaymentMethods, () => [
      { id: 'pm_3', externalId: 'pm_3', isDefault: true, type: 'unknown' },
    ])
    await loads.paymentMethod()
    expect([areas().paymentMethod.value?.id, cardOf(areas())]).to.deep.equal(['pm_3', null])
  })

  it('payment method: an account has no card only when its last load found none', async () => {
    const { fake, loads, areas } = setUp()
    expect(cardOf(areas())).to.equal(undefined)
    fake.respond(billing.listPaymentMethods, () => [])
    await loads.paymentMethod()
    expect(cardOf(areas())).to.equal(null)
    fake.respond(billing.listPaymentMethods, () => {
      throw new HttpError('Down', 503)
    })
    const again = loads.paymentMethod()
    expect(cardOf(areas())).to.equal(undefined)
    await again
    expect(cardOf(areas())).to.equal(undefined)
  })

  it('vendor configuration: is stored', async () => {
    const { loads, areas } = setUp()
    await loads.vendorConfig()
    expect(areas().vendorConfig.value).to.deep.equal({ allowPlanDowngrade: true, allowPlanCancellation: true })
  })
})

describe('the set-up of a card', () => {
  const PROVIDER = { providerType: 'Stripe', name: 'Stripe', status: '1' }

  const withProviders = (providers: readonly object[] | null) => {
    const made = setUp()
    made.fake.respond(billing.listPaymentProviders, () => providers)
    made.fake.respond(billing.getCardProviderConfig, () => ({ publishableKey: 'pk_1' }))
    made.fake.respond(billing.createSetupIntent, () => ({ setupIntentSecret: 'seti_secret' }))
    return made
  }

  it('config: the publishable key of an enabled provider, and a secret without naming a payment method', async () => {
    const { api, fake } = withProviders([{ ...PROVIDER, status: '0' }, PROVIDER])
    expect(await createCardSetup(api, undefined)).to.deep.equal({ publishableKey: 'pk_1', secret: 'seti_secret' })
    expect(fake.inputsOf(billing.createSetupIntent)).to.deep.equal([{ body: {} }])
  })

  it('names the card that the new one replaces', async () => {
    const { api, fake } = withProviders([PROVIDER])
    await createCardSetup(api, 'pm_1')
    expect(fake.inputsOf(billing.createSetupIntent)).to.deep.equal([{ body: { paymentMethodId: 'pm_1' } }])
  })

  const without: readonly [about: string, providers: readonly object[] | null][] = [
    ['a provider', []],
    ['a list of providers', null],
    ['an enabled provider', [{ ...PROVIDER, status: '0' }]],
    ['a provider for cards', [{ ...PROVIDER, providerType: 'Other' }]],
  ]
  for (const [about, providers] of without) {
    it(`config: “Payment provider not configured” without ${about}`, async () => {
      const { api, asked } = withProviders(providers)
      const error = await createCardSetup(api, undefined).catch((reason: Error) => reason)
      expect(error).to.have.property('message', 'Payment provider not configured')
      expect(asked()).to.deep.equal([billing.listPaymentProviders])
    })
  }
})
