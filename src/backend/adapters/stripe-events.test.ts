import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { it } from 'node:test'
import { createStripePayments } from './stripe-payments.ts'

const SECRET = 'whsec_1'
const payments = createStripePayments({ secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: SECRET })

const seconds = () => Math.floor(Date.now() / 1000)

const signatureOf = (body: string, at: number, secret = SECRET): string =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')

const read = (body: string) => {
  const at = seconds()
  return payments.readEvent(body, `t=${at},v1=${signatureOf(body, at)}`)
}

const about = (object: unknown, facts: object = {}): string =>
  JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', ...facts, data: { object } })

it('A notification names its customer, in whatever form it comes', async () => {
  for (const [object, customerId] of [
    [{ object: 'invoice', customer: 'cus_1' }, 'cus_1'],
    [{ object: 'invoice', customer: { id: 'cus_1', object: 'customer' } }, 'cus_1'],
    [{ object: 'invoice', customer: { id: 'cus_1', deleted: true } }, 'cus_1'],
    [{ object: 'customer', id: 'cus_1', deleted: true }, 'cus_1'],
    [{ object: 'payment_method', customer: null }, null],
    [{ object: 'balance' }, null],
    [{ object: 'invoice', customer: '' }, null],
    [{ object: 'invoice', customer: 7 }, null],
  ] as const)
    assert.deepEqual(await read(about(object)), { customerId }, JSON.stringify(object))
})

it('A notification of an unknown form is about no customer, and causes no error', async () => {
  for (const body of [
    '{}',
    '[]',
    'null',
    '7',
    '"text"',
    'hello',
    '\ufeff{}',
    about(null),
    about([]),
    about('x'),
    '{"data":null}',
  ])
    assert.deepEqual(await read(body), { customerId: null }, body)
  const thin = { id: 'evt_1', object: 'v2.core.event', type: 'v1.invoice.paid', related_object: { id: 'in_1' } }
  assert.deepEqual(await read(JSON.stringify(thin)), { customerId: null, isThin: true })
})

it('A notification is accepted with one right signature among several, and never without', async () => {
  const body = about({ object: 'invoice', customer: 'cus_1' })
  const at = seconds()
  const [right, other] = [signatureOf(body, at), signatureOf(body, at, 'whsec_2')]
  for (const header of [`t=${at},v1=${right}`, `t=${at},v1=${other},v1=${right}`, `t=${at},v1=${right},v0=x`])
    assert.deepEqual(await payments.readEvent(body, header), { customerId: 'cus_1' }, header)
  for (const [sent, header] of [
    [body, ''],
    [body, 'x'],
    [body, `v1=${right}`],
    [body, `t=${at}`],
    [body, `t=${at},v0=${right}`],
    [body, `t=${at},v1=${other}`],
    [body, `t=${at - 1},v1=${right}`],
    [`${body} `, `t=${at},v1=${right}`],
    ['hello', `t=${at},v1=${right}`],
    [body, `t=${at - 3_600},v1=${signatureOf(body, at - 3_600)}`],
  ] as const)
    assert.equal(await payments.readEvent(sent, header), undefined, header)
})
