import type { FeatureDeps } from '../../feature/slice.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { afterLoginTarget, goAfterLogin } from '../after-login/after-login.ts'
import { dueOffer, type SignedIn, type SignInOffer } from './due-offer.ts'
import { quickStrategyOf } from './quick-login.ts'

const KEY = 'fe-sign-in-offer'
/** The login page has to be there by then; an older note belongs to a visit that ended elsewhere. */
const LIFE_MS = 60_000

type Note = Pick<FeatureDeps, 'local' | 'clock'>

const leaveNote = ({ local, clock }: Note, offer: SignInOffer): void =>
  local.set(KEY, JSON.stringify({ offer, at: clock.now() }))

/** What another flow found to be due before it led to the login page; read once. */
export const takeOffer = ({ local, clock }: Note): SignInOffer | undefined => {
  const text = local.get(KEY)
  if (text === undefined) return undefined
  local.remove(KEY)
  const note = parseJson(text)
  if (!isRecord(note) || typeof note.at !== 'number') return undefined
  const age = clock.now() - note.at
  if (age < 0 || age > LIFE_MS) return undefined
  return note.offer === 'passkey' ? 'passkey' : quickStrategyOf(note.offer)
}

/**
 * Leads on from a page of another flow than the login: where something is due, the login page offers it first and knows
 * where the person was going (flows §9, §17: nav loginUrl, preserved).
 */
export const goSignedIn = async (deps: FeatureDeps, by: SignedIn['by']): Promise<void> => {
  const offer = await dueOffer(deps, { userId: deps.session.current().user?.id ?? '', by })
  if (!offer) return goAfterLogin(deps)
  const settings = deps.settings()
  const target = new URL(routeHref(settings.routes.loginUrl, settings), deps.navigator.location())
  target.searchParams.set('redirectUrl', afterLoginTarget(deps))
  leaveNote(deps, offer)
  deps.navigator.go(target.href, { replace: true })
}
