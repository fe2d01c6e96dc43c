import { isRecord, jsonText, parseJson } from '../kernel/safe-json.ts'
import type { KeyValue } from '../kernel/storage.ts'

/** A sign-in that has left for another site and will return, stored under its `state`. */
export interface PendingFlow {
  kind: 'social' | 'oidc' | 'saml'
  state: string
  /** PKCE code verifier. */
  verifier?: string
  /** Name or ID of the provider of a social login. */
  provider?: string
  redirectUri?: string
  invitationToken?: string
  /** URL that the user wanted. */
  returnTo?: string
}

type Kept = PendingFlow & { at: number }

const KEY = 'fe-pending-flows'
const MAX_PENDING = 5
const LIFE_MS = 10 * 60_000
const TEXTS = ['verifier', 'provider', 'redirectUri', 'invitationToken', 'returnTo'] as const
const KINDS: readonly unknown[] = ['social', 'oidc', 'saml'] satisfies PendingFlow['kind'][]

const readFlow = (value: unknown): Kept[] => {
  if (!isRecord(value) || typeof value.state !== 'string' || typeof value.at !== 'number') return []
  if (!KINDS.includes(value.kind)) return []
  const texts = TEXTS.flatMap((name) => (typeof value[name] === 'string' ? [[name, value[name]]] : []))
  return [{ kind: value.kind as Kept['kind'], state: value.state, at: value.at, ...Object.fromEntries(texts) }]
}

/**
 * Returns the flows that have not expired, oldest first. It is a list, so that no state can name an object's property.
 */
const read = (store: KeyValue, now: number): Kept[] => {
  const list = parseJson(store.get(KEY) ?? '[]')
  const flows = Array.isArray(list) ? list.flatMap(readFlow) : []
  return flows.filter(({ at }) => at <= now && now - at < LIFE_MS)
}

const write = (store: KeyValue, flows: readonly Kept[]): void =>
  flows.length > 0 ? store.set(KEY, jsonText(flows)) : store.remove(KEY)

/** Stores a flow before it leaves; of more than five, the oldest is dropped. */
export const keepFlow = (store: KeyValue, flow: PendingFlow, now: number): void =>
  write(store, [...read(store, now), { ...flow, at: now }].slice(-MAX_PENDING))

/** Returns the flow of a callback's state, once, and only for the kind that was started. */
export const takeFlow = (
  store: KeyValue,
  { kind, state }: { kind: PendingFlow['kind']; state: string },
  now: number,
): PendingFlow | undefined => {
  const flows = read(store, now)
  const found = flows.find((flow) => flow.state === state)
  if (!found) return undefined
  write(
    store,
    flows.filter((flow) => flow !== found),
  )
  return found.kind === kind ? found : undefined
}
