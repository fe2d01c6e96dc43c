import type { FeatureDeps } from '../../feature/slice.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { afterLoginTarget, goAfterLogin } from '../after-login/after-login.ts'
import { leaveNote, takeNote } from '../short-note/short-note.ts'
import { dueOffer, type SignedIn, type SignInOffer } from './due-offer.ts'
import { quickStrategyOf } from './quick-login.ts'

const KEY = 'fe-sign-in-offer'

/** The offer that another flow found to be due before it led to the login page; read once. */
export const takeOffer = (deps: Pick<FeatureDeps, 'local' | 'clock'>): SignInOffer | undefined => {
  const offer = takeNote(deps, KEY)?.offer
  return offer === 'passkey' ? 'passkey' : quickStrategyOf(offer)
}

/**
 * Continues from a page of another flow than the login: where something is due, the login page offers it first and knows
 * where the user was going.
 */
export const goSignedIn = async (deps: FeatureDeps, by: SignedIn['by']): Promise<void> => {
  const offer = await dueOffer(deps, { userId: deps.session.current().user?.id ?? '', by })
  if (!offer) return goAfterLogin(deps)
  const settings = deps.settings()
  const target = new URL(routeHref(settings.routes.loginUrl, settings), deps.navigator.location())
  target.searchParams.set('redirectUrl', afterLoginTarget(deps))
  leaveNote(deps, KEY, { offer })
  deps.navigator.go(target.href, { replace: true })
}
