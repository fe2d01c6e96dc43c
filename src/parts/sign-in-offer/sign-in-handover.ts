import type { FeatureDeps } from '../../feature/slice.ts'
import { isRecord, jsonText, parseJson } from '../../kernel/safe-json.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { afterLoginTarget, goAfterLogin } from '../after-login/after-login.ts'
import { dueOffer, type SignedIn, type SignInOffer } from './due-offer.ts'
import { quickStrategyOf } from './quick-login.ts'

type NoteDeps = Pick<FeatureDeps, 'local' | 'clock'>

/** Maximum age of a note. The next page opens sooner; an older note belongs to an interrupted visit. */
const LIFE_MS = 60_000

/** Stores a note for the next page, which may be another document. */
const storeNote = ({ local, clock }: NoteDeps, key: string, note: object): void =>
  local.set(key, jsonText({ ...note, at: clock.now() }))

/** Returns the note that another page stored at `key`, with its time, and removes it. */
const takeNote = ({ local, clock }: NoteDeps, key: string): (Record<string, unknown> & { at: number }) | undefined => {
  const text = local.get(key)
  if (text === undefined) return undefined
  local.remove(key)
  const note = parseJson(text)
  if (!isRecord(note) || typeof note.at !== 'number') return undefined
  const age = clock.now() - note.at
  return age >= 0 && age <= LIFE_MS ? { ...note, at: note.at } : undefined
}

const OFFER_KEY = 'fe-sign-in-offer'

/** Returns the offer that another flow stored before redirecting to the login page, and removes it. */
export const takeOffer = (deps: Pick<FeatureDeps, 'local' | 'clock'>): SignInOffer | undefined => {
  const offer = takeNote(deps, OFFER_KEY)?.offer
  return offer === 'passkey' ? 'passkey' : quickStrategyOf(offer)
}

/**
 * Continues after a sign-in in any flow but the login. If an offer is due, the login page shows it first and then
 * redirects to the stored target.
 */
export const goSignedIn = async (deps: FeatureDeps, by: SignedIn['by']): Promise<void> => {
  const offer = await dueOffer(deps, { userId: deps.session.current().user?.id ?? '', by })
  if (!offer) return goAfterLogin(deps)
  const settings = deps.settings()
  const target = new URL(routeHref(settings.routes.loginUrl, settings), deps.navigator.location())
  target.searchParams.set('redirectUrl', afterLoginTarget(deps))
  storeNote(deps, OFFER_KEY, { offer })
  deps.navigator.go(target.href, { replace: true })
}

/** A sign-in prepared by another flow: the email and how its code was sent. */
interface SignInHandover {
  email: string
  strategy: 'SmsCode'
  phoneNumber: string
}

const HANDOVER_KEY = 'fe-sign-in-handover'

/** Stores the prepared sign-in before redirecting to the login page. */
export const storeHandover = (deps: NoteDeps, handover: SignInHandover): void => storeNote(deps, HANDOVER_KEY, handover)

/** Returns the prepared sign-in and removes it. */
export const takeHandover = (deps: NoteDeps): (SignInHandover & { at: number }) | undefined => {
  const note = takeNote(deps, HANDOVER_KEY)
  if (typeof note?.email !== 'string' || typeof note.phoneNumber !== 'string') return undefined
  const { email, phoneNumber, at } = note
  return { email, strategy: 'SmsCode', phoneNumber, at }
}
