import { expect } from 'chai'
import { billing } from '../contract/billing.ts'
import { fillPath } from '../contract/path.ts'
import { session } from '../contract/session.ts'
import { openCardForm } from '../parts/card-form/card-form.ts'
import { createTestClock } from '../testing/clock.ts'
import { createPreviewFetch } from './preview.ts'

describe('Billing in preview mode', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'Stripe')
    document.body.replaceChildren()
  })

  const signIn = async (signal?: AbortSignal) => {
    const clock = createTestClock(Date.now())
    const previewFetch = createPreviewFetch({ clock, ...(signal && { signal }) })
    let token = ''
    const send = async (method: string, path: string, body?: object) => {
      const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const response = previewFetch(`https://preview.invalid${path}`, init)
      await clock.advance(500)
      return response
    }
    token = (await (await send('POST', session.refreshSession.path, {})).json()).accessToken
    return send
  }

  it('adds a card in a rendered form, which is charged from then on', async () => {
    const send = await signIn()
    const read = async (method: string, path: string, body?: object) => (await send(method, path, body)).json()
    const { publishableKey } = await read('GET', billing.getCardProviderConfig.path)
    const [before] = await read('GET', billing.listPaymentMethods.path)
    const { setupIntentSecret: secret } = await read('POST', billing.createSetupIntent.path, {})
    const place = document.body.appendChild(document.createElement('div'))
    const form = await openCardForm(place, { publishableKey, secret })
    expect(place.querySelector('[role="img"]')?.getAttribute('aria-label')).to.equal(
      'Card form of the payment provider',
    )
    await form.confirm('Ada Lane')
    const [card] = await read('GET', billing.listPaymentMethods.path)
    expect([card.billingDetails.name, card.last4, card.isDefault]).to.deep.equal(['Ada Lane', '4242', true])
    expect(card.id).not.to.equal(before.id)
  })

  it('keeps the cards of two apps apart, and removes the rendered form with the last app that used it', async () => {
    const page = globalThis as { Stripe?: unknown }
    const lives = [new AbortController(), new AbortController()]
    const apps = await Promise.all(lives.map(({ signal }) => signIn(signal)))
    const cards = () =>
      Promise.all(
        apps.map(async (send) => {
          const found = await (await send('GET', billing.listPaymentMethods.path)).json()
          return found[0].billingDetails.name
        }),
      )
    const forms = await Promise.all(
      apps.map(async (send) => {
        const { setupIntentSecret: secret } = await (await send('POST', billing.createSetupIntent.path, {})).json()
        return openCardForm(document.body, { publishableKey: 'preview', secret })
      }),
    )
    await forms[0]?.confirm('Ada Lane')
    await forms[1]?.confirm('Ben Reed')
    expect(await cards()).to.deep.equal(['Ada Lane', 'Ben Reed'])
    lives[0]?.abort()
    expect(page.Stripe).to.be.a('function')
    lives[1]?.abort()
    expect('Stripe' in page).to.equal(false)
  })

  it('doesn’t affect the payment provider of a page', async () => {
    const page = globalThis as { Stripe?: unknown }
    const own = () => undefined
    page.Stripe = own
    const life = new AbortController()
    const send = await signIn(life.signal)
    await send('POST', billing.createSetupIntent.path, {})
    life.abort()
    expect(page.Stripe).to.equal(own)
  })

  it('prints a sample of an invoice as a PDF with its number and total', async () => {
    const send = await signIn()
    const [invoice] = await (await send('GET', billing.listInvoices.path)).json()
    const response = await send('GET', fillPath(billing.downloadInvoicePdf.path, { id: invoice.id }))
    expect([response.status, response.headers.get('Content-Type')]).to.deep.equal([200, 'application/pdf'])
    const file = await response.text()
    for (const part of ['%PDF-1.4', `(Invoice ${invoice.receiptNumber})`, '(Total: $49.00)', '%%EOF'])
      expect(file).to.include(part)
    const start = Number(/startxref\n(\d+)/.exec(file)?.[1])
    expect(file.slice(start, start + 4), 'readers find the table of objects').to.equal('xref')
  })
})
