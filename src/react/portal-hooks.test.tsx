import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect } from 'chai'
import type { ReactNode } from 'react'
import { audits } from '../contract/audits.ts'
import { billing } from '../contract/billing.ts'
import { portal } from '../contract/portal.ts'
import { connectivity } from '../contract/webhooks.ts'
import { type Harness, type HarnessOptions, openHarness } from '../elements/testing/harness.test-kit.ts'
import {
  FrontEntryProvider,
  useAuditsActions,
  useAuditsState,
  useBillingInformation,
  useCheckoutActions,
  useConnectivityActions,
  useConnectivityState,
  useEntitlementsOptions,
  useInvoices,
  useInvoicesActions,
  usePaymentMethod,
  usePaymentProvider,
  usePlans,
  useSubscription,
  useSubscriptionActions,
  useVendorPublicConfig,
  useVendorState,
} from './index.ts'

const BASE = 'https://api.test'
const harnesses: Harness[] = []

/** Responses of the API; every request is recorded. */
const RESPONSES: Readonly<Record<string, unknown>> = {
  [audits.listAudits.path]: { data: [{ action: 'User signed in' }], total: 7 },
  [connectivity.listWebhooks.path]: [{ _id: 'w1', displayName: 'Orders' }],
  [connectivity.listCategories.path]: [{ id: 'c1', name: 'Users' }],
  [billing.listPlans.path]: [{ id: 'p1', name: 'Team' }],
  [billing.managedListSubscriptions.path]: [{ id: 's1' }],
  [billing.listInvoices.path]: [{ id: 'i1' }, { id: 'i2' }],
  [billing.listPaymentMethods.path]: [],
  [portal.getFeatureFlags.path]: { 'admin-portal-use-is-entitled': 'on' },
}

const open = async (options: HarnessOptions, children: ReactNode) => {
  const asked: string[] = []
  const respond: HarnessOptions['respond'] = async (request) => {
    const { pathname } = new URL(request.url)
    asked.push(`${request.method} ${pathname.replace('/frontegg', '')}`)
    if (pathname.includes('/summaries/')) return Response.json({ nextPaymentAmount: 5 })
    if (pathname.endsWith('/payment-providers/v1'))
      return Response.json({ errors: ['No payments here'] }, { status: 403 })
    const key = Object.keys(RESPONSES).find((end) => pathname.endsWith(end))
    return key === undefined ? undefined : Response.json(RESPONSES[key])
  }
  const harness = await openHarness({ signedInAs: 'ada@acme.test', route: '/reports', respond, ...options })
  harnesses.push(harness)
  render(
    <FrontEntryProvider options={{ contextOptions: { baseUrl: BASE, logLevel: 'error' } }} name={options.name}>
      {children}
    </FrontEntryProvider>,
  )
  await act(() => harness.wait())
  return { harness, asked }
}

const Portal = () => {
  const { data: audits } = useAuditsState(true)
  const { data: events } = useConnectivityState(true)
  const { vendor, whiteLabelMode } = useVendorState()
  const facts = [audits?.total, audits?.data.length, events?.webhooks.length, events?.categories.length]
  return <p>{[...facts, vendor?.name, whiteLabelMode].join(' | ')}</p>
}

const Billing = () => {
  const counts = [usePlans(true), useSubscription(true), useInvoices(true), usePaymentMethod(true)]
  const providers = usePaymentProvider(true)
  const config = useVendorPublicConfig()
  const summary = useBillingInformation(true)
  const facts = [...counts.map(({ data }) => data?.length), providers.error, config.loading, summary.error ?? 'summary']
  return <p>{facts.join(' | ')}</p>
}

const Actions = ({ say }: { say(error: unknown): void }) => {
  const { deleteWebhook } = useConnectivityActions()
  const { listAudits } = useAuditsActions()
  const { managedCancelSubscription } = useSubscriptionActions()
  const { listInvoices } = useInvoicesActions()
  const { getCardProviderConfig } = useCheckoutActions()
  const act = async () => {
    await listAudits({ query: { offset: 20, count: 20 } })
    await listInvoices()
    for (const call of [
      () => deleteWebhook({ path: { id: 'w1' } }),
      () => managedCancelSubscription({ path: { id: 's1' }, body: {} }),
      () => getCardProviderConfig(),
    ])
      await call().catch(say)
    say('done')
  }
  return (
    <button type="button" onClick={() => void act()}>
      Act
    </button>
  )
}

const Entitled = () => {
  const { isEntitlementsEnabled, isEntitledTo, verifyIsEntitledFF } = useEntitlementsOptions()
  return <p>{[isEntitlementsEnabled, isEntitledTo({ featureKey: 'sso' }).isEntitled, verifyIsEntitledFF].join(' ')}</p>
}

describe('React hooks for pages of the portal', () => {
  afterEach(async () => {
    cleanup()
    for (const harness of harnesses.splice(0)) await harness.close()
  })

  it('load the log, the webhooks and the vendor', async () => {
    await open({ name: 'portal-hooks' }, <Portal />)
    await waitFor(() => expect(screen.getByText(/^7 \| 1 \| 1 \| 1 \| .+ \| (true|false)$/)).to.exist)
  })

  it('load plans and payments, and report what the API refuses', async () => {
    const { asked } = await open({ name: 'billing-hooks' }, <Billing />)
    await waitFor(() => expect(screen.getByText(/^1 \| 1 \| 2 \| 0 \| .+ \| false \| /)).to.exist)
    await waitFor(() => expect(asked.some((line) => line.includes('/summaries/v1/'))).to.equal(true))
    expect(asked.filter((line) => line.includes('/invoices/'))).to.have.length(1)
  })

  it('send the calls of a host’s own buttons', async () => {
    const said: unknown[] = []
    const { harness, asked } = await open({ name: 'action-hooks' }, <Actions say={(what) => void said.push(what)} />)
    screen.getByText('Act').click()
    await waitFor(async () => {
      await act(() => harness.wait())
      expect(said.at(-1)).to.equal('done')
    })
    expect(asked).to.include('DELETE /webhook/w1')
    expect(asked.some((line) => /^PUT .+\/s1\/cancellations\/$/.test(line))).to.equal(true)
  })

  it('return whether entitlements are evaluated, and deny everything if they are not', async () => {
    await open({ name: 'entitlement-hooks' }, <Entitled />)
    await waitFor(() => expect(screen.getByText('false false true')).to.exist)
  })
})
