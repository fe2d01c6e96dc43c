import assert from 'node:assert/strict'
import { createSeeded } from '../../src/backend/sample/seeded.ts'
import { isCharge, type Side } from './faults-connection.test-kit.ts'
import type { CustomerCalls, Place } from './faults-customer.test-kit.ts'

const DAY = 86_400_000

interface Round {
  calls: CustomerCalls
  /** The number of the round among those of its fault. */
  at: number
}

export interface Stage extends Place {
  setAhead(ms: number): Promise<void>
  ahead(): number
}

/** Plays one fault for several accounts at once. */
type Fault = (rounds: readonly Round[], stage: Stage) => Promise<unknown>

const each =
  (play: (round: Round) => Promise<unknown>): Fault =>
  (rounds) =>
    Promise.all(rounds.map(play))

const buy = async ({ calls }: Round, tab = 0) => calls.buy({ id: await calls.shownId(), tab })

const loseAtBackend = async (round: Round) => {
  round.calls.setFaults({ isResponseLost: isCharge })
  assert.equal((await buy(round)).status, 503)
}

/** The provider charges, but the browser is gone before the backend responds. */
const loseAtBrowser = async ({ calls }: Round) => {
  const gone = new AbortController()
  calls.setFaults({
    hold: async (side, target) => {
      if (side === 'after' && isCharge(target)) gone.abort()
    },
  })
  const bought = calls.buy({ id: await calls.shownId(), signal: gone.signal })
  await assert.rejects(bought, { name: 'AbortError' })
}

/** The requests that buy a plan for a trial that ended without a card. */
const RESUMING: readonly RegExp[] = [
  /^POST \/v1\/subscriptions\/\w+$/,
  /^POST \/v1\/subscriptions\/\w+\/resume$/,
  /^POST \/v1\/invoices\/\w+\/pay$/,
]

/** A separate request pays the open invoice of the resumed trial. */
const loseWhileResuming = async (round: Round) => {
  const { calls, at } = round
  await calls.endTrial()
  calls.setFaults({
    isResponseLost: (target) => RESUMING[at % RESUMING.length]?.test(target) === true,
    hold: async (side, target) => {
      if (target.endsWith('/resume')) calls.setCard(side === 'before' ? 'declines' : 'pays')
    },
  })
  assert.equal((await buy(round)).status, 503)
}

/** The state of a backend that is buying a plan, from its provider's view. */
const MOMENTS: readonly ((side: Side, target: string, isCharged: boolean) => boolean)[] = [
  // The change is recorded but was not made.
  (side, target) => side === 'before' && isCharge(target),
  // The change was made, and the response is on its way.
  (side, target) => side === 'after' && isCharge(target),
  // The card is the default one.
  (side, target) => side === 'after' && target.startsWith('POST /v1/customers'),
  // Everything was read again, but nothing of it is saved.
  (side, target, isCharged) => isCharged && side === 'after' && target === 'GET /v1/invoices',
]

/** A new subscription has its card from the start. */
const DEFAULT_CARD = 2

/** Whether the account of a round has no subscription yet. */
const isNew = ({ at }: Round): boolean => at % 4 < 2

/** In the rounds after those, the backend continues from the last moment and is killed while it writes. */
const WRITING = MOMENTS.length
const MAX_WRITING_MS = 40

const momentOf = (round: Round): number => {
  const moment = round.at % (WRITING + 1)
  return moment === DEFAULT_CARD && isNew(round) ? DEFAULT_CARD + 1 : moment
}

/** Holds the purchase at a moment; `reached` resolves then, and `release` continues it. */
const holdAt = ({ calls }: Round, moment: number) => {
  let isCharged = false
  let reach = (): void => undefined
  let release = (): void => undefined
  const reached = new Promise<void>((resolve) => {
    reach = resolve
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const isThere = MOMENTS[Math.min(moment, WRITING - 1)]
  calls.setFaults({
    hold: (side, target) => {
      if (side === 'after' && isCharge(target)) isCharged = true
      if (!isThere?.(side, target, isCharged)) return undefined
      reach()
      return released
    },
  })
  return { reached, release }
}

const kill: Fault = async (rounds, { fleet }) => {
  const seeded = createSeeded(`kill ${rounds[0]?.at}`)
  const held = rounds.map((round) => ({ moment: momentOf(round), ...holdAt(round, momentOf(round)) }))
  const bought = rounds.map((round) =>
    buy(round).then(
      ({ status, body }) => `responded ${status} ${JSON.stringify(body)}`,
      () => 'cut off',
    ),
  )
  const tooEarly = bought.map(async (outcome, at) => {
    throw new Error(`At moment ${held[at]?.moment} nothing was held: ${await outcome}`)
  })
  await Promise.all(held.map(({ reached }, at) => Promise.race([reached, tooEarly[at]])))
  for (const each of tooEarly) each.catch(() => undefined)
  for (const { moment, release } of held) if (moment === WRITING) release()
  await new Promise((resolve) => setTimeout(resolve, seeded.between(0, MAX_WRITING_MS)))
  await fleet.replace()
  for (const { release } of held) release()
  const outcomes = await Promise.all(bought)
  for (const [at, { moment }] of held.entries()) if (moment < WRITING) assert.equal(outcomes[at], 'cut off')
}

export const FAULTS: Readonly<Record<string, Fault>> = {
  'backend killed': kill,
  'response dropped': each((round) => (round.at % 2 === 0 ? loseAtBackend(round) : loseAtBrowser(round))),
  'double click': each(async ({ calls }) => {
    const id = await calls.shownId()
    await Promise.all([calls.buy({ id }), calls.buy({ id })])
  }),
  'two tabs': each((round) => Promise.all([buy(round), buy(round, 1)])),
  'notified twice': each(async (round) => {
    await buy(round)
    const note = round.calls.newNote()
    await Promise.all([round.calls.deliver(note), round.calls.deliver(note)])
  }),
  'notified before the response': each(async (round) => {
    const { calls } = round
    calls.setFaults({ hold: (side, target) => (side === 'after' && isCharge(target) ? calls.notify() : undefined) })
    assert.equal((await buy(round)).status, 200)
  }),
  'notified days late': async (rounds, stage) => {
    await Promise.all(rounds.map(loseAtBackend))
    await stage.setAhead(stage.ahead() + 3 * DAY)
    await Promise.all(rounds.map(({ calls }) => calls.signIn()))
  },
  'notified out of order': each(async (round) => {
    const { calls } = round
    const notes = [calls.newNote()]
    await buy(round)
    notes.unshift(calls.newNote())
    const id = await calls.shownId()
    for (const operation of ['managedCancelSubscription', 'managedRenewSubscription'] as const) {
      assert.equal((await calls.change(operation, id)).status, 200)
      notes.unshift(calls.newNote())
    }
    for (const note of notes) await calls.deliver(note)
  }),
  'a response dropped while a trial is resumed': each(loseWhileResuming),
  'provider down': each(async (round) => {
    round.calls.setFaults({ isDown: true })
    assert.ok((await buy(round)).status >= 500)
  }),
}

/** Simulates how a user and the provider handle a change without a response, in either order. */
const recover = async (round: Round) => {
  const { calls, at } = round
  calls.setFaults({})
  if (at % 2 === 0) await buy(round)
  await calls.notify()
  const { status, body } = await buy(round)
  assert.equal(status, 200, JSON.stringify(body))
}

export const aTally = () => ({
  rounds: 0,
  charges: 0,
  twice: 0,
  paidWithoutPlan: 0,
  planWithoutPayment: 0,
  different: 0,
})

export type Tally = ReturnType<typeof aTally>

const count = async ({ calls }: Round, tally: Tally) => {
  const { charges, hasFeature, isBoughtAtProvider, isSame } = await calls.outcome()
  tally.rounds += 1
  tally.charges += charges
  if (charges > 1) tally.twice += 1
  if (charges > 0 && !hasFeature) tally.paidWithoutPlan += 1
  if (hasFeature && charges === 0) tally.planWithoutPayment += 1
  if (!isSame || !isBoughtAtProvider) tally.different += 1
}

/** Plays one fault for these rounds at once, and adds their results. */
export const playRounds = async (rounds: readonly Round[], { stage, fault, tally }: Play): Promise<void> => {
  await Promise.all(rounds.map((round) => round.calls.begin(isNew(round))))
  await fault(rounds, stage)
  await Promise.all(rounds.map(recover))
  await Promise.all(rounds.map((round) => count(round, tally)))
}

interface Play {
  stage: Stage
  fault: Fault
  tally: Tally
}
