import { type RefObject, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { App } from '../../app/app.ts'
import type { AppNavigator } from '../../app/navigator.ts'
import { useTexts } from '../../feature/feature-context.tsx'
import { FeatureHost } from '../../feature/feature-host.tsx'
import type { SessionPort, SessionSnapshot } from '../../feature/ports.ts'
import type { AppSettings } from '../../feature/settings.ts'
import { flowOf } from '../../flows/index.ts'
import { isRepeatable } from '../../kernel/errors.ts'
import type { KeyValue } from '../../kernel/storage.ts'
import { USER_ID_KEY } from '../../kernel/storage.ts'
import { authRouteOf, isDestination } from '../../navigation/auth-route.ts'
import cardCss from '../../parts/auth-card/auth-card.css'
import { AuthCard } from '../../parts/auth-card/auth-card.tsx'
import { LightDomProvider } from '../../parts/credentials/credentials.tsx'
import { LoadFailure } from '../../parts/load-failure/load-failure.tsx'
import type { AuthRoutes } from '../../rules/auth-routes.ts'
import { Button } from '../../ui/button/button.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { readHash } from '../admin-portal/portal-hash.ts'
import type { ElementProps } from '../shared/element-base.ts'
import { ElementRoot } from '../shared/element-root.tsx'
import { type CrashView, Guard, LastGuard } from '../shared/guard.tsx'
import { type AppAttributes, useElementApp } from '../shared/use-element-app.ts'
import { heightAround } from './around.ts'
import css from './login-box.css'
import { loginBoxMessages } from './login-box.messages.ts'
import { isBoxVisible } from './visibility.ts'

/**
 * `page`: alone on an auth route. `container`: at a simulated route, as in a renderer. `inline`: where the markup
 * placed it.
 */
type Place = 'page' | 'container' | 'inline'

const placeOf = (route: keyof AuthRoutes | undefined, settings: AppSettings): Place => {
  if (route === undefined) return 'inline'
  return authRouteOf(new URL(window.location.href), settings) === route ? 'page' : 'container'
}

/** Sets the position on the box, and how much of the window it may use. */
const usePlace = (
  route: keyof AuthRoutes | undefined,
  settings: AppSettings,
): { ref: RefObject<HTMLDivElement | null>; place: Place } => {
  const ref = useRef<HTMLDivElement>(null)
  const place = placeOf(route, settings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a destination renders nothing, so the box may be new on another route
  useLayoutEffect(() => {
    const box = ref.current
    if (!box || place !== 'page') return
    box.style.setProperty('--fe-box-around', `${heightAround(box)}px`)
    return () => {
      box.style.removeProperty('--fe-box-around')
    }
  }, [place, route])
  return { ref, place }
}

/** Returns the current URL as a string, so that React can compare it. */
const useLocation = (navigator: AppNavigator): string =>
  useSyncExternalStore(navigator.subscribe, () => navigator.location().href)

/**
 * Returns whether the session of a returning user couldn't be loaded, so that it isn't known if they are signed in. A
 * refusal, such as one of their network, isn't an outage: the form shows it.
 */
const isInterrupted = ({ status, failure }: SessionSnapshot, local: KeyValue): boolean =>
  status === 'signed-out' && failure !== undefined && isRepeatable(failure) && local.get(USER_ID_KEY) !== undefined

interface OutageProps {
  session: Pick<SessionPort, 'refresh'>
  /** Called when the user wants the form, to sign in as another user. */
  onLeave(): void
}

/** Replaces the form, which a signed-in user would not need. The session retries by itself. */
const Outage = ({ session, onLeave }: OutageProps) => {
  const t = useTexts(loginBoxMessages)
  const [isBusy, setBusy] = useState(false)
  const retry = () => {
    setBusy(true)
    session
      .refresh()
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <AuthCard state={{ tone: 'info', icon: 'alert' }} title={t('outageTitle')} text={t('outageText')}>
      <Button variant="primary" size="l" block busy={isBusy} onClick={retry}>
        {t('outageRetry')}
      </Button>
      <Button variant="ghost" size="l" block onClick={onLeave}>
        {t('outageLeave')}
      </Button>
    </AuthCard>
  )
}

/** Outline of the card while the session or the flow is loading, as large as the first step. */
const CardSkeleton = ({ label }: { label: string }) => {
  useSheet(cardCss)
  useSheet(css)
  return (
    <section className="fe-auth-card" part="card" aria-busy="true" aria-label={label}>
      <div className="fe-auth-brand">
        <Skeleton width="40px" height="40px" />
      </div>
      <Skeleton width="62%" height="28px" />
      <div className="fe-auth-text">
        <Skeleton width="86%" height="18px" />
      </div>
      <div className="fe-auth-body fe-box-skeleton">
        <Skeleton width="30%" height="16px" />
        <Skeleton width="100%" height="44px" />
        <Skeleton width="100%" height="44px" />
      </div>
    </section>
  )
}

const Crash = ({ title, message, retryLabel, retry }: CrashView) => (
  <div className="fe-box" part="box">
    <AuthCard state={{ tone: 'danger', icon: 'alert' }} title={title} text={message} focusTitle>
      <Button variant="primary" size="l" block onClick={retry}>
        {retryLabel}
      </Button>
    </AuthCard>
  </div>
)

const Box = ({ app, isRouted }: { app: App; isRouted: boolean }) => {
  useSheet(css)
  const t = useTexts(loginBoxMessages)
  useState(() => !isRouted && app.navigator.linkTokens?.takeForBox())
  const location = useLocation(app.navigator)
  const settings = useStore(app.store, (state) => state.settings)
  const session = useStore(app.store, (state) => state.session)
  const { status } = session
  const [isLeft, setLeft] = useState(false)
  const routed = authRouteOf(new URL(location), settings)
  const route = isDestination(routed) ? undefined : routed
  const { ref, place } = usePlace(route, settings)
  // On pages that users arrive at after signing in, a form or its skeleton would flash every time.
  const isForUsers = isDestination(routed) || readHash(window.location.hash) !== undefined
  const isReturning = isForUsers || app.local.get(USER_ID_KEY) !== undefined
  // A returning user waits for the refresh of their session; all others can type at once.
  const isWaiting = status === 'loading' && isReturning && !settings.preview && !settings.hosted
  const definition = flowOf(route, settings.hosted)
  if (settings.isLeaving || (isWaiting && isForUsers) || !isBoxVisible({ route: routed, status, isRouted })) return null
  // Pages that emails and identity providers link to have a task of their own.
  const isForm = route === undefined || route === 'loginUrl' || route === 'signUpUrl'
  const isOutage = isForm && !isLeft && !settings.preview && isInterrupted(session, app.local)
  return (
    <div ref={ref} className="fe-box" part="box" data-place={place}>
      {!isOutage && isWaiting && <CardSkeleton label={t('loading')} />}
      {isOutage && <Outage session={app.session} onLeave={() => setLeft(true)} />}
      {!isWaiting && !isOutage && (
        <FeatureHost
          definition={definition}
          fallback={<CardSkeleton label={t('loading')} />}
          failure={(retry) => <LoadFailure retry={retry} />}
        />
      )}
    </div>
  )
}

/** `<fe-login-box>`: frame in the shadow root, credential fields in the light DOM. */
export const LoginBox = ({ container, ...attributes }: ElementProps & AppAttributes) => {
  const host = container.host as HTMLElement // the host of this shadow root is a custom element
  const app = useElementApp(host, attributes)
  if (!app) return null
  return (
    <LastGuard host={host}>
      <ElementRoot app={app} shadow={container} source="login-box">
        <LightDomProvider value={host}>
          <Guard id="login-box" view={Crash}>
            <Box app={app} isRouted={host.dataset.feRouted !== undefined} />
          </Guard>
        </LightDomProvider>
      </ElementRoot>
    </LastGuard>
  )
}
