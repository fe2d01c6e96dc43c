import type { IncomingMessage, ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { createPaymentLedger, type Price } from '../../src/backend/sample/payment-ledger.ts'
import { isRecord, parseJson } from '../../src/kernel/safe-json.ts'
import { FORM, hasType, isFromOwnPage, JSON_TYPE } from '../identity-provider/http.ts'
import { CARD_FRAME, CHALLENGE_FRAME, SCRIPT } from './browser.ts'
import { createCards, newId, type TypedCard } from './cards.ts'
import { createStripeApi } from './stripe-api.ts'

export const SECRET_KEY = 'sk_test_demo'
export const PUBLISHABLE_KEY = 'pk_test_demo'
export const WEBHOOK_SECRET = 'whsec_demo'

export interface Notification {
  body: string
  signature: string
}

interface PaymentProviderSettings {
  prices: readonly Price[]
  now?: () => number
  /** Notifies the backend. */
  notify(notification: Notification): void
}

const MAX_BODY = 200_000

const readText = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > MAX_BODY) throw new Error('The body is too large')
  }
  return text
}

const send = (response: ServerResponse, type: string, text: string, status = 200): void => {
  response
    .writeHead(status, {
      // The card form is in a frame of the shop's page.
      'content-security-policy': 'frame-ancestors http://localhost:* http://*.localhost:*',
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
    .end(text)
}

const cardOf = (typed: Record<string, unknown>): TypedCard => ({
  number: String(typed.number ?? ''),
  expMonth: Number(typed.expMonth),
  expYear: Number(typed.expYear),
  name: String(typed.name ?? ''),
  ...((typed.proof === 'complete' || typed.proof === 'fail') && { proof: typed.proof }),
})

/**
 * Creates a stand-in for Stripe on this machine: its API for the backend, its script and card form for the browser, its
 * test cards, and signed notifications. It keeps everything in memory and takes no money.
 */
export const createPaymentProvider = ({ prices, now = Date.now, notify }: PaymentProviderSettings) => {
  const signer = new Stripe(SECRET_KEY)
  const emit = (customerId: string) => {
    const event = { id: newId('evt'), object: 'event', type: 'customer.subscription.updated' }
    const body = JSON.stringify({ ...event, data: { object: { object: 'subscription', customer: customerId } } })
    const signature = signer.webhooks.generateTestHeaderString({ payload: body, secret: WEBHOOK_SECRET })
    notify({ body, signature })
  }
  const ledger = createPaymentLedger({
    clock: { now },
    newId,
    price: (id) => prices.find((price) => price.id === id),
    onChange: emit,
  })
  const cards = createCards(ledger)
  const api = createStripeApi({ ledger, cards, now })

  const confirm = async (request: IncomingMessage, response: ServerResponse) => {
    const typed = parseJson(await readText(request))
    const outcome = isRecord(typed)
      ? cards.confirm(String(typed.secret), cardOf(typed))
      : { error: 'Malformed request' }
    send(response, 'application/json', JSON.stringify(outcome))
  }

  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname === '/stripe/stripe.js') return send(response, 'text/javascript', SCRIPT)
    if (url.pathname === '/stripe/card') return send(response, 'text/html', CARD_FRAME)
    if (url.pathname === '/stripe/challenge') return send(response, 'text/html', CHALLENGE_FRAME)
    if (url.pathname === '/stripe/confirm') {
      if (hasType(request, JSON_TYPE) && isFromOwnPage(request)) return confirm(request, response)
      return send(response, 'application/json', '{"error":"Refused"}', 403)
    }
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`) {
      return send(
        response,
        'application/json',
        '{"error":{"type":"invalid_request_error","message":"Invalid API Key"}}',
        401,
      )
    }
    const method = request.method ?? 'GET'
    if (method === 'POST' && !hasType(request, FORM)) {
      return send(
        response,
        'application/json',
        '{"error":{"type":"invalid_request_error","message":"Send a form"}}',
        415,
      )
    }
    const form = method === 'GET' ? url.searchParams : new URLSearchParams(await readText(request))
    const key = request.headers['idempotency-key']
    const { status, body } = api(
      `${method} ${url.pathname}`,
      form,
      typeof key === 'string' && method === 'POST' ? key : undefined,
    )
    send(response, 'application/json', JSON.stringify(body), status)
  }

  const owns = (path: string): boolean => path.startsWith('/v1/') || path.startsWith('/stripe/')
  return { listener, owns, ledger, cards, api }
}

export type PaymentProvider = ReturnType<typeof createPaymentProvider>
