import { social } from '../../contract/social.ts'
import type { Slice } from '../../feature/slice.ts'
import { routeQuery } from '../../navigation/auth-route.ts'
import { createPkce } from '../../rules/pkce.ts'
import { failureOf } from '../failure/failure.ts'
import { callbackUri, noteLeaving } from '../federation/leaving.ts'
import { asksConsent, handToApp } from '../native-bridge/native-bridge.ts'
import { type SocialEvent, type SocialState, type SocialWay, transition } from './social.state.ts'
import { socialAddress } from './social-address.ts'
import { socialList } from './social-list.ts'

export interface SocialActions {
  load(): Promise<void>
  press(way: SocialWay): Promise<void>
  agree(way: SocialWay): Promise<void>
  disagree(): void
  /** Back on the page as it was left: nothing is under way any more. */
  rest(): void
}

export const socialSlice: Slice<SocialState, SocialActions> = ({ get, set, deps }) => {
  const api = deps.client({ social }).social
  const send = (event: SocialEvent) => set((state) => transition(state, event))

  const addressFor = async (way: SocialWay): Promise<URL | undefined> => {
    const pkce = await createPkce()
    const redirectUri = callbackUri(deps, 'socialLoginCallbackUrl')
    const pageUrl = deps.navigator.location()
    const url = socialAddress({ way, pkce, redirectUri, pageUrl, settings: deps.settings() })
    const invitationToken = routeQuery(pageUrl, deps.settings()).get('invitationToken')
    if (!url) return undefined
    const { state, verifier } = pkce
    const flow = { kind: 'social', state, verifier, provider: way.id, redirectUri } as const
    noteLeaving(deps, { ...flow, ...(invitationToken && { invitationToken }) })
    return url
  }

  const leave = async (way: SocialWay) => {
    send({ type: 'pressed', id: way.id })
    try {
      const url = await addressFor(way)
      if (!url) return send({ type: 'failed', failure: { kind: 'refused', message: '' } })
      // An app around the page signs in by its own browser (contract notes c.7).
      if (handToApp('loginWithSocialLogin', url.href)) send({ type: 'handedOver' })
      else deps.navigator.go(url.href)
    } catch (error) {
      send({ type: 'failed', failure: failureOf(error) })
    }
  }

  const isFree = () => get().progress.kind !== 'busy'

  return {
    async load() {
      if (get().ways.length > 0) return
      try {
        const named = await api.getSocialProvidersV2()
        const { providers } = await api.getCustomSocialProviders()
        send({ type: 'loaded', ways: socialList(named, providers) })
      } catch (error) {
        // Flows §11: one failure loses both; email and password are there all the same.
        deps.log.info('Social logins are not offered: their list could not be had', error)
      }
    },
    async press(way) {
      if (!isFree() || !deps.events.before('sign-in', { email: '' })) return
      if (asksConsent()) send({ type: 'consentWanted', way })
      else await leave(way)
    },
    async agree(way) {
      if (isFree()) await leave(way)
    },
    disagree: () => send({ type: 'consentRefused' }),
    rest: () => send({ type: 'handedOver' }),
  }
}
