import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type Stripe from 'stripe'
import { allWithLines, withAllItems } from './stripe-lists.ts'
import { toPaidSubscription } from './stripe-shapes.ts'

interface Listed {
  id: string
}

const NESTED = 10

/** Creates a provider whose lists end at their tenth item and continue at their URL. */
const providerWith = (lists: Readonly<Record<string, readonly Listed[]>>) => {
  const state = { running: 0, mostAtOnce: 0, requests: 0 }
  const pageAt = (url: string, after: string | undefined, size: number) => {
    const all = lists[url] ?? []
    const rest = all.slice(all.findIndex(({ id }) => id === after) + 1)
    return { object: 'list', url, data: rest.slice(0, size), has_more: rest.length > size }
  }
  const rawRequest = async (_method: string, path: string) => {
    const { pathname, searchParams } = new URL(path, 'https://provider.test')
    const [after, limit] = ['starting_after', 'limit'].map((name) => searchParams.get(name))
    for (const name of ['starting_after', 'limit']) searchParams.delete(name)
    state.requests += 1
    state.running += 1
    state.mostAtOnce = Math.max(state.mostAtOnce, state.running)
    await Promise.resolve()
    state.running -= 1
    return pageAt(searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname, after ?? undefined, Number(limit))
  }
  const nested = (url: string) => pageAt(url, undefined, NESTED)
  return { stripe: { rawRequest } as unknown as Stripe, nested, state }
}

const itemsWith = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `${prefix}_${at}` }))

describe('Lists inside the payment provider’s objects', () => {
  it('are read to their end, whatever their length, in order', async () => {
    const counts = [0, 1, 9, 10, 11, 25, 100, 110, 111, 1_234]
    const lists = Object.fromEntries(counts.map((count) => [`/v1/invoices/in_${count}/lines`, itemsWith('il', count)]))
    const { stripe, nested, state } = providerWith(lists)
    const invoices = counts.map((count) => ({ id: `in_${count}`, lines: nested(`/v1/invoices/in_${count}/lines`) }))
    const done = await allWithLines(stripe, invoices as unknown as Stripe.Invoice[])
    assert.deepEqual(
      done.map(({ id, lines }) => [id, lines.data.map((line) => line.id)]),
      counts.map((count) => [`in_${count}`, itemsWith('il', count).map(({ id }) => id)]),
    )
    assert.ok(done.every(({ lines }) => !lines.has_more))
    assert.ok(state.mostAtOnce > 1 && state.mostAtOnce <= 5, `${state.mostAtOnce} requests at once`)
  })

  it('need no request when they are short', async () => {
    const { stripe, nested, state } = providerWith({ '/v1/invoices/in/lines': itemsWith('il', NESTED) })
    await allWithLines(stripe, [{ lines: nested('/v1/invoices/in/lines') }] as unknown as Stripe.Invoice[])
    assert.equal(state.requests, 0)
  })

  it('end when a page is empty, even if it claims that there are more', async () => {
    const page = { object: 'list', url: '/v1/invoices/in/lines', data: [], has_more: true }
    const stripe = { rawRequest: async () => page } as unknown as Stripe
    const [done] = await allWithLines(stripe, [{ lines: page }] as unknown as Stripe.Invoice[])
    assert.deepEqual(done?.lines.data, [])
  })

  it('include the item of a plan after more than ten other items', async () => {
    const url = '/v1/subscription_items?subscription=sub_1'
    const priced = [...itemsWith('seat', 24), { id: 'plan' }].map(({ id }) => ({ id, price: { id: `price_${id}` } }))
    const { stripe, nested } = providerWith({ [url]: priced })
    const found = { id: 'sub_1', status: 'active', start_date: 0, trial_end: null, metadata: {}, items: nested(url) }
    const whole = await withAllItems(stripe, found as unknown as Stripe.Subscription)
    const { itemId, priceId } = toPaidSubscription(whole, ['price_other', 'price_plan'])
    assert.deepEqual([itemId, priceId], ['plan', 'price_plan'])
    assert.equal(toPaidSubscription(whole).priceId, 'price_seat_0')
  })
})
