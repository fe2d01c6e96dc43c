import { useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useRuntime, useSession, useSettings } from '../../../feature/feature-context.tsx'
import type { Translate } from '../../../i18n/messages.ts'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { USER_ID_KEY } from '../../../kernel/storage.ts'
import { pageQuery } from '../../../navigation/page-query.ts'
import { InvitationNote, useInvitation } from '../../../parts/invitation/invitation-note.tsx'
import { lastUsed } from '../../../parts/last-used/last-used.ts'
import { useLastUsedMark } from '../../../parts/last-used/use-last-used-mark.ts'
import { useTimedOut } from '../../../parts/lazy-step/lazy-step.tsx'
import { Note } from '../../../parts/note/note.tsx'
import { useCeremonyText } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../../../parts/passkeys/ceremony/ceremony-feature.ts'
import {
  isQuickLoginDone,
  isSecondaryActive,
  type QuickStrategy,
  quickStrategies,
} from '../../../parts/sign-in-offer/quick-login.ts'
import { SOCIAL_HEIGHT } from '../../../parts/social/social-place.ts'
import { useSocialMethods } from '../../../parts/social/use-social-methods.tsx'
import { isIpRefusal } from '../../../rules/error-code.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import type { IconName } from '../../../ui/icon/icon.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { useLogin } from '../login-context.ts'
import { METHODS_HEIGHT } from '../methods-height.ts'
import { MethodsSkeleton } from '../methods-skeleton.tsx'
import { type SignInOptionsActions, signInOptionsSlice } from './sign-in-options.actions.ts'
import css from './sign-in-options.css'
import { type SignInOptionsTexts, signInOptionsMessages } from './sign-in-options.messages.ts'
import { initialSignInOptions, type SignInOptionsState, type Way } from './sign-in-options.state.ts'

interface SignInOptionsViewProps {
  state: SignInOptionsState
  t: Translate<SignInOptionsTexts>
  error: string | undefined
  /** The method that was used last on this device. */
  last: string | undefined
  /** Methods that are ready to use, in display order. */
  ways: readonly Way[]
  /** Methods that could be set up. */
  offers: readonly QuickStrategy[]
  on: { signIn(way: Way): void; stop(): void; want(strategy: QuickStrategy): void; unwant(): void }
}

interface Words {
  icon: IconName
  signIn: keyof SignInOptionsTexts & string
}

const WAYS: Readonly<Record<Way, Words>> = {
  passkey: { icon: 'key', signIn: 'signInWithPasskey' },
  internal: { icon: 'lock', signIn: 'touchId' },
  android: { icon: 'lock', signIn: 'android' },
  'usb-key': { icon: 'key', signIn: 'usb' },
  sms: { icon: 'phone', signIn: 'sms' },
}

const OFFERS = { internal: 'quickInternal', android: 'quickAndroid', 'usb-key': 'quickUsb', sms: 'quickSms' } as const

const Waiting = ({ t, on }: Pick<SignInOptionsViewProps, 't' | 'on'>) => (
  <p className="fe-ways-wait" role="status">
    {t('quickWaiting')}{' '}
    <button type="button" className="fe-auth-link" onClick={on.stop}>
      {t('quickCancel')}
    </button>
  </p>
)

const Offers = ({ state, t, offers, on }: Pick<SignInOptionsViewProps, 'state' | 't' | 'offers' | 'on'>) => {
  if (state.wanted) {
    return (
      <Alert
        tone="info"
        title={t('registerNewQuickLoginTitle')}
        action={
          <button type="button" className="fe-auth-link" onClick={on.unwant}>
            {t('quickNotNow')}
          </button>
        }
      >
        {t('registerNewQuickLoginSubtitle')}
      </Alert>
    )
  }
  if (offers.length === 0) return null
  return (
    <p className="fe-ways-offers">
      <span className="fe-ways-lead">{t('quickSetUp')} </span>
      {offers.map((strategy) => (
        <button key={strategy} type="button" className="fe-auth-link" onClick={() => on.want(strategy)}>
          {t(OFFERS[strategy])}
        </button>
      ))}
    </p>
  )
}

/** The sign-in methods below the email field. */
export const SignInOptionsView = (props: SignInOptionsViewProps) => {
  useSheet(css)
  const markOf = useLastUsedMark()
  const { state, t, error, last, ways, offers, on } = props
  if (ways.length === 0 && offers.length === 0 && !state.wanted) return null
  const busy = state.progress.kind === 'busy'
  return (
    <div className="fe-ways">
      {ways.length > 0 && <div className="fe-ways-or">{t('or')}</div>}
      {error && <Alert tone="danger">{error}</Alert>}
      {ways.map((way) => (
        <Button
          key={way}
          size="l"
          block
          {...markOf(way === last)}
          icon={WAYS[way].icon}
          busy={busy && state.way === way}
          onClick={() => on.signIn(way)}
        >
          {t(WAYS[way].signIn)}
        </Button>
      ))}
      {busy && state.way !== 'sms' ? <Waiting t={t} on={on} /> : <Offers {...props} />}
    </div>
  )
}

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
  const social = useSocialMethods()
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
    deps.local.set(METHODS_HEIGHT, String(region.current.offsetHeight))
    if (!top) return
    // The social logins now fill the space that was reserved for them.
    top.style.minHeight = '0'
    deps.local.set(SOCIAL_HEIGHT, String(top.offsetHeight))
  })
  return (
    <>
      {!isReady && <MethodsSkeleton />}
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

export const signInOptionsFeature = defineFeature({
  initial: initialSignInOptions,
  slice: signInOptionsSlice,
  messages: signInOptionsMessages,
  Component: SignInOptions,
})
