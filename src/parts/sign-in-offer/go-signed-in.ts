import type { FeatureDeps } from '../../feature/slice.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { afterLoginTarget, goAfterLogin } from '../after-login/after-login.ts'
import { storeNote, takeNote } from '../short-note/short-note.ts'
import { dueOffer, type SignedIn, type SignInOffer } from './due-offer.ts'
import { quickStrategyOf } from './quick-login.ts'

const KEY = 'fe-sign-in-offer'

/** Returns the offer that another flow stored before redirecting to the login page, and removes it. */
export const takeOffer = (deps: Pick<FeatureDeps, 'local' | 'clock'>): SignInOffer | undefined => {
  const offer = takeNote(deps, KEY)?.offer
  return offer === 'passkey' ? 'passkey' : quickStrategyOf(offer)
}

/**
 * Continues after a sign-in in another flow than the login. If an offer is due, the login page shows it first and then
 * redirects to the stored target.
 */
export const goSignedIn = async (deps: FeatureDeps, by: SignedIn['by']): Promise<void> => {
  const offer = await dueOffer(deps, { userId: deps.session.current().user?.id ?? '', by })
  if (!offer) return goAfterLogin(deps)
  const settings = deps.settings()
  const target = new URL(routeHref(settings.routes.loginUrl, settings), deps.navigator.location())
  target.searchParams.set('redirectUrl', afterLoginTarget(deps))
  storeNote(deps, KEY, { offer })
  deps.navigator.go(target.href, { replace: true })
}
