import { expect } from 'chai'
import type { WebAuthnDevice } from '../../entities/mfa.ts'
import { BUSY, failedWith, IDLE } from '../failure/failure.ts'
import { initialPasskeys, type PasskeysEvent, type PasskeysState, passkeysTransition } from './passkeys.state.ts'

const failure = { kind: 'refused', message: 'No' } as const
const laptop: WebAuthnDevice = { id: 'p-1', deviceType: 'Platform', createdAt: '2026-01-01T00:00:00.000Z' }
const key: WebAuthnDevice = { ...laptop, id: 'p-2', deviceType: 'CrossPlatform' }
const named = { id: 'p-1', name: 'Work', createdAt: laptop.createdAt, lastUsedAt: null }
const ready: PasskeysState = { ...initialPasskeys, devices: [laptop, key], names: {} }

const STATES = {
  empty: initialPasskeys,
  loading: { ...initialPasskeys, list: BUSY },
  ready,
  adding: { ...ready, adding: BUSY },
  asking: { ...ready, removal: { deviceId: 'p-1', progress: IDLE } },
  renamingOpen: { ...ready, renaming: { deviceId: 'p-1', progress: IDLE } },
  renamingBusy: { ...ready, renaming: { deviceId: 'p-1', progress: BUSY } },
  removing: { ...ready, removal: { deviceId: 'p-1', progress: BUSY } },
} as const satisfies Record<string, PasskeysState>

const EVENTS = {
  listWanted: { type: 'listWanted' },
  listed: { type: 'listed', devices: [key], names: {} },
  listFailed: { type: 'listFailed', failure },
  addWanted: { type: 'addWanted' },
  added: { type: 'added' },
  addStopped: { type: 'addStopped' },
  addFailed: { type: 'addFailed', failure },
  removalWanted: { type: 'removalWanted', deviceId: 'p-1' },
  removalDropped: { type: 'removalDropped' },
  removalConfirmed: { type: 'removalConfirmed' },
  removed: { type: 'removed', deviceId: 'p-1' },
  removalFailed: { type: 'removalFailed', failure },
  renamingWanted: { type: 'renamingWanted', deviceId: 'p-1' },
  renamingDropped: { type: 'renamingDropped' },
  renamingConfirmed: { type: 'renamingConfirmed' },
  renamed: { type: 'renamed', device: named },
  renamingFailed: { type: 'renamingFailed', failure },
} as const satisfies Record<string, PasskeysEvent>

type Name = keyof typeof STATES
type Moves = Partial<Record<keyof typeof EVENTS, PasskeysState>>

const gone = (state: PasskeysState): PasskeysState => ({
  ...state,
  devices: [key],
  removal: null,
  notice: { key: 'removed', seq: 1 },
})

/** Moves that are possible in every state. */
const always = (state: PasskeysState): Moves => ({
  listed: { ...state, list: IDLE, devices: [key], names: {} },
  listFailed: { ...state, list: failedWith(failure) },
  ...(state.list.kind !== 'busy' && { listWanted: { ...state, list: BUSY } }),
  ...(state.adding.kind !== 'busy' && { addWanted: { ...state, adding: BUSY } }),
  ...(!state.renaming &&
    state.names && { renamingWanted: { ...state, renaming: { deviceId: 'p-1', progress: IDLE } } }),
  ...(!state.removal && { removalWanted: { ...state, removal: { deviceId: 'p-1', progress: IDLE } } }),
})

const renamed: PasskeysState = { ...ready, names: { 'p-1': named }, notice: { key: 'renamed', seq: 1 } }
const failedRenaming = { ...ready, renaming: { deviceId: 'p-1', progress: failedWith(failure) } }
const failedRemoval = { ...ready, removal: { deviceId: 'p-1', progress: failedWith(failure) } }

const MOVES: Readonly<Record<Name, Moves>> = {
  empty: {},
  loading: {},
  ready: {},
  adding: {
    added: { ...ready, notice: { key: 'added', seq: 1 } },
    addStopped: ready,
    addFailed: { ...ready, adding: failedWith(failure) },
  },
  asking: {
    removalDropped: ready,
    removalConfirmed: STATES.removing,
    removed: gone(STATES.asking),
    removalFailed: failedRemoval,
  },
  renamingOpen: {
    renamingDropped: ready,
    renamingConfirmed: STATES.renamingBusy,
    renamed,
    renamingFailed: failedRenaming,
  },
  renamingBusy: { renamingConfirmed: STATES.renamingBusy, renamed, renamingFailed: failedRenaming },
  removing: { removalConfirmed: STATES.removing, removed: gone(STATES.removing), removalFailed: failedRemoval },
}

describe('The list of passkeys', () => {
  for (const name of Object.keys(STATES) as Name[]) {
    for (const event of Object.keys(EVENTS) as (keyof typeof EVENTS)[]) {
      const expected = { ...always(STATES[name]), ...MOVES[name] }[event]
      it(`${name} and ${event}: ${expected ? 'changes what is shown' : 'nothing changes'}`, () => {
        const next = passkeysTransition(STATES[name], EVENTS[event])
        if (expected) expect(next).to.deep.equal(expected)
        else expect(next).to.equal(STATES[name])
      })
    }
  }
})
