import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { it } from 'node:test'
import { createStripePayments } from './stripe-payments.ts'

/** Renews a subscription that the provider describes like this, and returns what is sent to renew it. */
const renewed = async (facts: object): Promise<string[]> => {
  const sent: string[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') sent.push(decodeURIComponent(await text(request)))
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ id: 'sub_1', object: 'subscription', ...facts }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const settings = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' }
  try {
    await createStripePayments({ ...settings, apiUrl: `http://127.0.0.1:${port}` }).setCancellation('sub_1', false)
  } finally {
    server.close()
    server.closeAllConnections()
  }
  return sent
}

it('A subscription that was canceled at the provider by a time is renewed by removing the time', async () => {
  assert.deepEqual(await renewed({ cancel_at: 1_800_000_000, cancel_at_period_end: false }), ['cancel_at='])
  const byFlag = { cancel_at: 1_800_000_000, cancel_at_period_end: true }
  assert.deepEqual(await renewed(byFlag), ['cancel_at_period_end=false'])
})
