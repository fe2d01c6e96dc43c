import type Stripe from 'stripe'

/** The maximum that the library reads of one list, over all its pages. */
export const ALL = { limit: 10_000 }
export const PAGE_SIZE = 100

/** Maximum number of parallel requests for the rest of lists: Stripe refuses more than 25 a second in test mode. */
const MAX_PARALLEL = 5

/** Reads the rest of a list inside another object, which ends at its tenth item; `url` and the last id continue it. */
const restOf = async <Item extends { id: string }>(stripe: Stripe, list: Stripe.ApiList<Item>): Promise<Item[]> => {
  const items = [...list.data]
  // The URL of a subscription's items has the subscription in its query.
  const { pathname, searchParams } = new URL(list.url, 'https://api.stripe.com')
  searchParams.set('limit', String(PAGE_SIZE))
  for (let hasMore = list.has_more; hasMore; ) {
    const last = items.at(-1)
    if (last) searchParams.set('starting_after', last.id)
    const page: Stripe.ApiList<Item> = await stripe.rawRequest('GET', `${pathname}?${searchParams}`)
    items.push(...page.data)
    hasMore = page.has_more && page.data.length > 0
  }
  return items
}

const complete = async <Item extends { id: string }>(
  stripe: Stripe,
  list: Stripe.ApiList<Item>,
): Promise<Stripe.ApiList<Item>> =>
  list.has_more ? { ...list, data: await restOf(stripe, list), has_more: false } : list

/** Returns the invoice with every line. */
export const withAllLines = async (stripe: Stripe, invoice: Stripe.Invoice): Promise<Stripe.Invoice> => ({
  ...invoice,
  lines: await complete(stripe, invoice.lines),
})

/** Returns the invoices with every line, in their order. */
export const allWithLines = async (stripe: Stripe, invoices: readonly Stripe.Invoice[]): Promise<Stripe.Invoice[]> => {
  const done = [...invoices]
  const left = [...invoices.entries()].filter(([, { lines }]) => lines.has_more)
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) done[next[0]] = await withAllLines(stripe, next[1])
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL }, work))
  return done
}

/** Returns the subscription with every item. */
export const withAllItems = async (stripe: Stripe, found: Stripe.Subscription): Promise<Stripe.Subscription> => ({
  ...found,
  items: await complete(stripe, found.items),
})
