import type { FeatureDeps } from '../../feature/slice.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'

/** A way into the login that another flow has prepared: the email and how its code was sent. */
export interface SignInHandover {
  email: string
  strategy: 'SmsCode'
  phoneNumber: string
}

const KEY = 'fe-sign-in-handover'
/** The next page has to be there by then; an older note belongs to a visit that ended elsewhere. */
const LIFE_MS = 60_000

type Deps = Pick<FeatureDeps, 'local' | 'clock'>

/** Left before going to the login page, which may be another document. */
export const leaveHandover = ({ local, clock }: Deps, handover: SignInHandover): void =>
  local.set(KEY, JSON.stringify({ ...handover, at: clock.now() }))

/** Read once. */
export const takeHandover = ({ local, clock }: Deps): (SignInHandover & { at: number }) | undefined => {
  const text = local.get(KEY)
  if (text === undefined) return undefined
  local.remove(KEY)
  const note = parseJson(text)
  if (!isRecord(note)) return undefined
  const { email, phoneNumber, at } = note
  if (typeof email !== 'string' || typeof phoneNumber !== 'string' || typeof at !== 'number') return undefined
  const age = clock.now() - at
  return age >= 0 && age <= LIFE_MS ? { email, strategy: 'SmsCode', phoneNumber, at } : undefined
}
