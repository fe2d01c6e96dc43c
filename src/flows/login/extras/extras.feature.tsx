import { useContext, useEffect } from 'react'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useRuntime, useSettings } from '../../../feature/feature-context.tsx'
import { pageQuery } from '../../../navigation/page-query.ts'
import { InvitationNote } from '../../../parts/invitation/invitation-note.tsx'
import { useInvitation } from '../../../parts/invitation/use-invitation.ts'
import { useIsLate } from '../../../parts/late-step/use-is-late.ts'
import { Note } from '../../../parts/note/note.tsx'
import { useCeremonyText } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { useCeremonies } from '../../../parts/passkeys/ceremony/ceremony-feature.ts'
import type { QuickStrategy } from '../../../parts/sign-in-offer/quick-login.ts'
import { isQuickLoginDone, isSecondaryActive, quickStrategies } from '../../../parts/sign-in-offer/quick-login.ts'
import { useSocialWays } from '../../../parts/social/use-social-ways.tsx'
import { NextContext } from '../next/next-context.ts'
import { type ExtrasTexts, extrasMessages } from './extras.messages.ts'
import { type ExtrasActions, extrasSlice } from './extras.slice.ts'
import { type ExtrasState, initialExtras, type Way } from './extras.state.ts'
import { ExtrasView } from './extras.view.tsx'

const USER_ID = 'userId'

/** What can be used now, and what could be set up, by what the vendor allows and the browser can. */
const useWays = (isSupported: boolean): { ways: Way[]; offers: QuickStrategy[] } => {
  const { strategies } = useSettings()
  const { deps } = useRuntime()
  const userId = deps.local.get(USER_ID)
  const quick = quickStrategies(strategies, navigator.userAgent).filter((one) => one === 'sms' || isSupported)
  const isDone = (one: QuickStrategy) => isQuickLoginDone(deps.local, userId, one)
  const hasPasskeys = isSupported && isSecondaryActive(strategies, 'Passkeys')
  return {
    ways: [...(hasPasskeys ? (['passkey'] as const) : []), ...quick.filter(isDone)],
    offers: quick.filter((one) => !isDone(one)),
  }
}

/** Everything that stands below the email field is known, so that it is drawn at once and moves nothing afterwards. */
const useReady = (isInvitationKnown: boolean, areSocialsKnown: boolean): boolean => {
  const { isStarted, policy, strategies, vendor } = useSettings()
  const isLate = useIsLate()
  const areSettingsKnown = isStarted || Boolean(policy && strategies && vendor)
  return (isInvitationKnown && areSocialsKnown && areSettingsKnown) || isLate
}

const Extras = ({ state, actions, t }: FeatureProps<ExtrasState, ExtrasActions, ExtrasTexts>) => {
  const next = useContext(NextContext)
  if (!next) throw new Error('A step of the login was drawn outside of it')
  const { actions: login, footer } = next
  const ceremonies = useCeremonies()
  const { deps } = useRuntime()
  const { vendor } = useSettings()
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
    if (!pageQuery(deps).has('login_direct_action')) return
    // A redirect login that was begun for somebody's single sign-on (contract notes a.5).
    void import('../../../parts/direct-action/direct-action.ts').then(({ emailOf, takeDirectAction }) => {
      const action = takeDirectAction(deps, (wish) => emailOf(wish) !== undefined)
      const email = action && emailOf(action)
      if (email) void login.submitEmail(email)
    })
  }, [deps, login])
  useEffect(() => {
    // A ceremony that was pressed has taken its place; when that is over it waits anew.
    if (offersPasskeys && !busy) void actions.autofill(ceremonies, login)
  }, [offersPasskeys, busy, actions, ceremonies, login])
  return (
    <div hidden={!isReady}>
      {!navigator.cookieEnabled && (
        <Note tone="warning" title={t('cookiesOff')}>
          {t('cookiesOffText')}
        </Note>
      )}
      <InvitationNote news={news} />
      <ExtrasView
        state={state}
        t={t}
        error={useCeremonyText(state.progress)}
        ways={ways}
        offers={offers}
        on={{
          signIn: (way) => void actions.signIn(way, ceremonies, login),
          stop: ceremonies.stop,
          want: actions.want,
          unwant: actions.unwant,
        }}
      />
      {social.ways}
      {vendor?.whiteLabelMode === false && <p className="fe-ways-mark">{t('securedBy')}</p>}
      {footer}
    </div>
  )
}

export const feature = defineFeature({
  initial: initialExtras,
  slice: extrasSlice,
  messages: extrasMessages,
  Component: Extras,
})
