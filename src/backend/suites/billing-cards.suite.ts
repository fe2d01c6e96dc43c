import assert from 'node:assert/strict'
import { afterEach, beforeEach, it } from 'node:test'
import { billingCalls, cardWith } from './billing.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

const HOUR = 3_600_000

export const describeBillingCards = (kit: () => Kit): void => {
  const { call, signIn, sell, startTrial, notify, customerOf } = billingCalls(kit)
  let ada: string
  /** Cards by the form that was completed with them. */
  let done: Map<string, string>
  let isDown: boolean
  /** Id of a form that can't be read. */
  let unreadable: string
  let reads: number
  let restore = (): unknown => undefined
  afterEach(() => void restore())
  beforeEach(async () => {
    const { payments } = kit().ports
    assert.ok(payments)
    ;[done, isDown, unreadable, reads] = [new Map(), false, '', 0]
    let forms = 0
    const createSetupIntent = async () => ({ id: `seti_${++forms}`, secret: `seti_${forms}_secret` })
    const readSetupIntent = async (id: string) => {
      reads += 1
      if (isDown || id === unreadable) throw new Error('The connection was refused')
      const paymentMethodId = done.get(id)
      return paymentMethodId === undefined ? undefined : { paymentMethodId }
    }
    const real = { ...payments }
    restore = () => Object.assign(payments, real)
    Object.assign(payments, { createSetupIntent, readSetupIntent })
    await sell()
    ada = await signIn('ada@acme.test')
    await startTrial(ada)
  })

  const openForm = async (): Promise<string> => (await call(ada, 'createSetupIntent', { body: {} })).body.id
  const save = async (form: string, card: string) => {
    kit().ledger.addCard(await customerOf(), cardWith(card), 'pays')
    done.set(form, card)
  }
  const defaultCard = async () => {
    const { status, body } = await call(ada, 'listPaymentMethods')
    assert.equal(status, 200)
    return body.find(({ isDefault }: { isDefault: boolean }) => isDefault)?.id
  }

  it('stores the card of a tab while another tab has opened a form after it, then the card of that one', async () => {
    const [one, other] = [await openForm(), await openForm()]
    await save(one, 'pm_one')
    assert.equal(await defaultCard(), 'pm_one')
    await save(other, 'pm_other')
    assert.equal(await defaultCard(), 'pm_other')
    const before = reads
    assert.equal(await defaultCard(), 'pm_other')
    assert.equal(reads, before, 'nothing is left to read')
  })

  it('logs no error while other calls keep saving the account first, and stores the card afterwards', async () => {
    const { store, ports, logged } = kit()
    const { read } = ports.payments ?? {}
    assert.ok(ports.payments && read)
    ports.payments.read = async (...given) => {
      const found = await read(...given)
      const { id, version } = (await store.billingAccounts.find({ tenantId: 'acme' })) ?? { id: '', version: 0 }
      await store.billingAccounts.update({ id }, { version: version + 1 })
      return found
    }
    await save(await openForm(), 'pm_busy')
    logged.length = 0
    assert.equal(await defaultCard(), undefined)
    assert.deepEqual(logged, [])
    ports.payments.read = read
    assert.equal(await defaultCard(), 'pm_busy')
  })

  it('keeps both forms when they are opened at the same moment', async () => {
    const forms = await Promise.all([openForm(), openForm(), openForm()])
    for (const form of forms) {
      await save(form, `pm_${form}`)
      assert.equal(await defaultCard(), `pm_${form}`)
    }
  })

  it('stores a card whose tab was closed when the payment provider reports it', async () => {
    await save(await openForm(), 'pm_one')
    await notify()
    const { cards } = kit().ledger.customer(await customerOf())
    assert.deepEqual(
      cards.map(({ id, isDefault }) => [id, isDefault]),
      [['pm_one', true]],
    )
  })

  it('requests a repeated notification if the card of a closed tab can’t be read', async () => {
    const [one, other] = [await openForm(), await openForm()]
    await save(one, 'pm_one')
    isDown = true
    assert.ok((await notify()).status >= 500)
    const { ledger } = kit()
    const isDefault = async () => ledger.customer(await customerOf()).cards.map((card) => [card.id, card.isDefault])
    assert.deepEqual(await isDefault(), [['pm_one', false]])
    unreadable = other
    isDown = false
    assert.ok((await notify()).status >= 500, 'the other form may have ended with a card, too')
    assert.deepEqual(await isDefault(), [['pm_one', true]])
    unreadable = ''
    assert.equal((await notify()).status, 200)
  })

  it('shows the stored data while a form is open and the payment provider can’t be reached', async () => {
    await save(await openForm(), 'pm_one')
    assert.equal(await defaultCard(), 'pm_one')
    await save(await openForm(), 'pm_two')
    isDown = true
    assert.equal(await defaultCard(), 'pm_one')
    const summary = await call(ada, 'getSummary', { id: 'acme' })
    assert.deepEqual([summary.status, summary.body.paymentMethodId], [200, 'pm_one'])
    isDown = false
    assert.equal(await defaultCard(), 'pm_two')
  })

  it('stores the card of a form that an earlier version opened, and drops that form after a day, too', async () => {
    const keepPlain = (setupIntents: string) =>
      kit().store.billingAccounts.update({ tenantId: 'acme' }, { setupIntents })
    await keepPlain('seti_old')
    await save('seti_old', 'pm_old')
    assert.equal(await defaultCard(), 'pm_old')
    assert.equal((await kit().store.billingAccounts.find({ tenantId: 'acme' }))?.setupIntents, null)
    await keepPlain('seti_left')
    await defaultCard()
    const before = reads
    kit().time.now += 25 * HOUR
    ada = await signIn('ada@acme.test')
    await defaultCard()
    assert.equal(reads, before)
  })

  it('drops a form that was left open for a day', async () => {
    await openForm()
    await defaultCard()
    assert.equal(reads, 1)
    kit().time.now += 25 * HOUR
    ada = await signIn('ada@acme.test')
    await defaultCard()
    assert.equal(reads, 1)
  })
}
