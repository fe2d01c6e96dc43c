import type { Interruption } from '../entities/guarantee.ts'

const gus = { id: 'gus', name: 'Gus Gray', email: 'gus@acme.test' }

const stopped = (patch: Partial<Interruption>): Interruption => ({
  kind: 'webhook',
  reason: 'gone',
  at: null,
  guarantor: gus,
  items: [{ id: 'w1', name: 'Orders' }],
  count: 1,
  exceeding: 0,
  ...patch,
})

/** Items of two members that a change pauses, 11 in all. */
export const PAUSED: readonly Interruption[] = [
  stopped({ kind: 'sso-connection', items: [{ id: 'c1', name: '' }] }),
  stopped({ guarantor: { ...gus, id: 'mel', name: 'Mel Ortiz' } }),
  stopped({ kind: 'channel', items: [1, 2, 3, 4, 5].map((at) => ({ id: `e${at}`, name: `Event ${at}` })), count: 9 }),
]

export const PAUSED_TITLE = 'This limits or pauses 11 items until someone confirms them'
