import type { Clock } from '../../kernel/clock.ts'
import { listOf } from '../../kernel/list-of.ts'
import { isRecord, jsonText, parseJson } from '../../kernel/safe-json.ts'
import type { KeyValue } from '../../kernel/storage.ts'
import type { Locks } from '../tab-lock.ts'

/** A sign-in that left for the provider. */
export interface PendingLogin {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  /** Name of the app on this origin that it belongs to, see `SessionDeps.name`. */
  app: string
  /** Exact issuer, if the provider announced itself. */
  issuer?: string
  /** Whether the provider announced that it identifies itself in its response (RFC 9207). */
  isIssuerPromised: boolean
  /** URL that the user wanted. */
  returnTo?: string
  maxAge?: number
  /** Milliseconds since the epoch, by this browser's clock. */
  createdAt: number
}

export interface PendingLogins {
  /** Stores a flow; a sixth one replaces the oldest. */
  keep(login: PendingLogin): Promise<void>
  /** Returns the flow of this state, once, and deletes it; `undefined` for unknown, used and expired ones. */
  take(state: string): Promise<PendingLogin | undefined>
}

/** The key is public, because deployed apps know it. There is one numbered slot per flow. */
const KEY = 'HOSTED_LOGIN_VERIFIER_KEY'
const MAX_COUNT = 5
const LIFE_MS = 600_000
const LOCK = 'fe-hosted-logins'

const slots = listOf(MAX_COUNT, (at) => `${KEY}.${at}`)

const TEXTS = ['state', 'nonce', 'verifier', 'redirectUri', 'app'] as const

const read = (text: string | undefined): PendingLogin | undefined => {
  const value = text === undefined ? undefined : parseJson(text)
  if (!isRecord(value) || !TEXTS.every((name) => typeof value[name] === 'string')) return undefined
  return typeof value.createdAt === 'number' ? (value as unknown as PendingLogin) : undefined // its members were just checked
}

/** Stores flows in progress, shared by all tabs of the origin. */
export const createPendingLogins = (local: KeyValue, clock: Clock, locks?: Locks): PendingLogins => {
  /** Runs alone, because two tabs must not choose the same slot, nor take the same flow. */
  const alone = async <Result>(work: () => Result): Promise<Result> =>
    locks ? locks.request(LOCK, {}, async () => work()) : work()

  const isOver = ({ createdAt }: PendingLogin) => Math.abs(clock.now() - createdAt) > LIFE_MS

  const live = () =>
    slots.map((slot) => {
      const login = read(local.get(slot))
      if (login && !isOver(login)) return { slot, login }
      if (local.get(slot) !== undefined) local.remove(slot)
      return { slot, login: undefined }
    })

  const freeSlot = (): string => {
    const all = live()
    const oldest = all.reduce((one, other) =>
      (other.login?.createdAt ?? 0) < (one.login?.createdAt ?? 0) ? other : one,
    )
    return (all.find(({ login }) => !login) ?? oldest).slot
  }

  return {
    keep: (login) => alone(() => local.set(freeSlot(), jsonText(login))),
    take: (state) =>
      alone(() => {
        const found = live().find(({ login }) => login?.state === state)
        if (found) local.remove(found.slot)
        return found?.login
      }),
  }
}
