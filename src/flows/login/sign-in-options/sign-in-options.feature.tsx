import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useRuntime, useSession, useSettings } from '../../../feature/feature-context.tsx'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { USER_ID_KEY } from '../../../kernel/user-id-key.ts'
import { pageQuery } from '../../../navigation/page-query.ts'
import { InvitationNote } from '../../../parts/invitation/invitation-note.tsx'
import { useInvitation } from '../../../parts/invitation/use-invitation.ts'
import { lastUsed } from '../../../parts/last-used/last-used.ts'
import { useTimedOut } from '../../../parts/lazy-step/use-timed-out.ts'
import { Note } from '../../../parts/note/note.tsx'
import { useCeremonyText } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../../../parts/passkeys/ceremony/ceremony-feature.ts'
import type { QuickStrategy } from '../../../parts/sign-in-offer/quick-login.ts'
import { isQuickLoginDone, isSecondaryActive, quickStrategies } from '../../../parts/sign-in-offer/quick-login.ts'
import { SOCIAL_HEIGHT } from '../../../parts/social/social-place.ts'
import { useSocialWays } from '../../../parts/social/use-social-ways.tsx'
import { isIpRefusal } from '../../../rules/ip-refusal.ts'
import { useLogin } from '../login-context.ts'
import { WAYS_HEIGHT } from '../ways-height.ts'
import { WaysSkeleton } from '../ways-skeleton.tsx'
import { type SignInOptionsTexts, signInOptionsMessages } from './sign-in-options.messages.ts'
import { type SignInOptionsActions, signInOptionsSlice } from './sign-in-options.slice.ts'
import { initialSignInOptions, type SignInOptionsState, type Way } from './sign-in-options.state.ts'
import { SignInOptionsView } from './sign-in-options.view.tsx'

/**
 * Returns the methods that can be used now and those that could be set up, given the vendor's settings and the
 * browser's support.
 */
const useWays = (isSupported: boolean): { ways: Way[]; offers: QuickStrategy[] } => {
  const { strategies } = useSettings()
  const { deps } = useRuntime()
  const userId = deps.local.get(USER_ID_KEY)
  const quick = quickStrategies(strategies, navigator.userAgent).filter((one) => one === 'sms' || isSupported)
  const isDone = (one: QuickStrategy) => isQuickLoginDone(deps.local, userId, one)
  const hasPasskeys = isSupported && isSecondaryActive(strategies, 'Passkeys')
  return {
    ways: [...(hasPasskeys ? (['passkey'] as const) : []), ...quick.filter(isDone)],
    offers: quick.filter((one) => !isDone(one)),
  }
}

/**
 * Returns whether everything below the email field is known. It is then rendered at once, so that nothing moves
 * afterwards.
 */
const useReady = (isInvitationKnown: boolean, areSocialsKnown: boolean): boolean => {
  const { isStarted, policy, strategies, vendor } = useSettings()
  const isLate = useTimedOut()
  const areSettingsKnown = isStarted || Boolean(policy && strategies && vendor)
  return (isInvitationKnown && areSocialsKnown && areSettingsKnown) || isLate
}

const SignInOptions = ({
  state,
  actions,
  t,
}: FeatureProps<SignInOptionsState, SignInOptionsActions, SignInOptionsTexts>) => {
  const { actions: login, footer, top } = useLogin()
  const ceremonies = useCeremonies()
  const { deps } = useRuntime()
  const { vendor } = useSettings()
  const { failure, status } = useSession()
  const isSignedOut = status === 'signed-out'
  const news = useInvitation()
  const social = useSocialWays()
  const isReady = useReady(news?.kind !== 'asking', social.isSettled)
  const { ways, offers } = useWays(ceremonies.isSupported())
  const offersPasskeys = ways.includes('passkey')
  const busy = state.progress.kind === 'busy'
  useEffect(
    () => () => {
      ceremonies.stop()
      actions.leave()
    },
    [ceremonies, actions],
  )
  useEffect(() => {
    if (!isSignedOut || !pageQuery(deps).has('login_direct_action')) return
    // A redirect login may have been started for a user's single sign-on.
    void loadChunk(() => import('../../../parts/direct-action/direct-action.ts')).then(
      ({ emailOf, takeDirectAction }) => {
        const action = takeDirectAction(deps, (wish) => emailOf(wish) !== undefined)
        const email = action && emailOf(action)
        if (email) void login.submitEmail(email)
      },
    )
  }, [isSignedOut, deps, login])
  useEffect(() => {
    // A ceremony started by a click replaces autofill, which starts again when that ceremony ends.
    if (isSignedOut && offersPasskeys && !busy) void actions.autofill(ceremonies, login)
  }, [isSignedOut, offersPasskeys, busy, actions, ceremonies, login])
  const region = useRef<HTMLDivElement>(null)
  // Runs after every render, because an error or an accepted offer changes the height as well.
  useLayoutEffect(() => {
    if (!isReady || !region.current) return
    deps.local.set(WAYS_HEIGHT, String(region.current.offsetHeight))
    if (!top) return
    // The social logins now fill the space that was reserved for them.
    top.style.minHeight = '0'
    deps.local.set(SOCIAL_HEIGHT, String(top.offsetHeight))
  })
  return (
    <>
      {!isReady && <WaysSkeleton />}
      <div ref={region} className="fe-ways-region" hidden={!isReady}>
        {!navigator.cookieEnabled && (
          <Note tone="warning" title={t('cookiesOff')}>
            {t('cookiesOffText')}
          </Note>
        )}
        {isIpRefusal(failure) && (
          <Note tone="warning" title={t('ipRefused')}>
            {failure.message}
          </Note>
        )}
        <InvitationNote news={news} />
        <SignInOptionsView
          state={state}
          t={t}
          error={useCeremonyText(state.progress, state.way === 'passkey' ? 'passkey' : 'device')}
          last={lastUsed(deps.local)}
          ways={ways}
          offers={offers}
          on={{
            signIn: (way) => void actions.signIn(way, ceremonies, login),
            stop: ceremonies.stop,
            want: actions.want,
            unwant: actions.unwant,
          }}
        />
        {top === undefined && social.ways}
        {top && createPortal(<div hidden={!isReady}>{social.ways}</div>, top)}
        {footer}
        {vendor?.whiteLabelMode === false && <p className="fe-ways-mark">{t('securedBy')}</p>}
      </div>
    </>
  )
}

export const feature = defineFeature({
  initial: initialSignInOptions,
  slice: signInOptionsSlice,
  messages: signInOptionsMessages,
  Component: SignInOptions,
})
