import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PageDefinition } from '../../../feature/define-page.ts'
import { useSession, useSettings } from '../../../feature/feature-context.tsx'
import { FeatureHost } from '../../../feature/feature-host.tsx'
import { LoginBoxPreviewProvider } from '../../../feature/login-box-preview.ts'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { routeHref } from '../../../navigation/auth-route.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { type FindPageLink, PageLinksProvider } from '../../../parts/page-kit/page-links.ts'
import { useLeave } from '../../../parts/unsaved/unsaved.tsx'
import { impersonatorOf } from '../../../session/token.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { Guard } from '../../shared/guard.tsx'
import { AccountEntryHost } from '../account-entry/account-entry-host.tsx'
import type { PlaceOf } from '../navigation.ts'
import type { PortalBodyProps, ShellProps } from '../shell.state.ts'
import { StepUpHost } from '../step-up/step-up-host.tsx'
import { BellHost } from './bell-host.tsx'
import { CommandBarHost, useCommandBarOpen } from './command-bar-host.tsx'
import { Crash, Forbidden, PageFailure, SignedOut, Unknown } from './places.tsx'
import { SideNav } from './side-nav.tsx'

const ROWS = [1, 2, 3, 4, 5, 6]

/** Placeholder in the shape of a page, so that the layout doesn't shift when the page renders. */
const PageSkeleton = ({ label }: { label: string }) => (
  <div className="fe-portal-skeleton" role="status">
    <span className="fe-hidden">{label}</span>
    <Skeleton width="160px" height="22px" />
    <Skeleton width="320px" />
    <Skeleton height="36px" />
    <div className="fe-portal-skeleton-rows">
      {ROWS.map((row) => (
        <Skeleton key={row} height="40px" />
      ))}
    </div>
  </div>
)

/** Placeholder for the navigation until the user's permissions are known. */
const SideSkeleton = () => (
  <div className="fe-portal-side" aria-hidden="true">
    <div className="fe-portal-side-skeleton">
      <Skeleton height="40px" />
      {ROWS.map((row) => (
        <Skeleton key={row} width="70%" height="16px" />
      ))}
    </div>
  </div>
)

/** Shows whose session this is during impersonation, and a button that ends it. */
const ImpersonationBanner = ({ t, actions }: Pick<ShellProps, 't' | 'actions'>) => {
  const { user } = useSession()
  const [isStopping, setStopping] = useState(false)
  const impersonator = impersonatorOf(user)
  if (!user || !impersonator) return null
  const name = user.name || user.email
  const stop = async () => {
    setStopping(true)
    await actions.stopImpersonating()
    setStopping(false)
  }
  return (
    <Alert
      tone="warning"
      className="fe-portal-impersonation"
      action={
        <Button size="s" busy={isStopping} onClick={() => void stop()}>
          {t('stopImpersonatingButton')}
        </Button>
      }
    >
      {t('impersonationIndicatorText', { name })}
    </Alert>
  )
}

export const PortalBody = (props: PortalBodyProps) => {
  const session = useSession()
  const settings = useSettings()
  const { t, onClose, element, state } = props
  useNotice(state.notice, ({ key, values }) => ({ tone: 'danger', text: t(key, values) }))
  const { mode } = element
  const close = mode === 'dialog' && <IconButton icon="x" label={t('closePortal')} onClick={onClose} />
  if (session.status === 'signed-in') return <SignedIn {...props} />
  const loginPath = routeHref(settings.routes.loginUrl, settings)
  // A page without a URL of its own, such as that of `srcdoc`, has none to resolve a path against.
  const loginHref = URL.canParse(loginPath, document.URL) ? new URL(loginPath, document.URL).href : loginPath
  const isLoading = session.status === 'loading'
  return (
    <>
      {isLoading && <SideSkeleton />}
      <div className="fe-portal-alone">
        <div className="fe-portal-corner">{close}</div>
        {isLoading ? <PageSkeleton label={t('loading')} /> : <SignedOut t={t} href={loginHref} />}
      </div>
    </>
  )
}

const SignedIn = (props: PortalBodyProps) => {
  const { t, onClose, menu, route, element, go } = props
  const { mode } = element
  const [isMenuOpen, setMenuOpen] = useState(false)
  const { activeTenant } = useSession()
  const { isOpen, setOpen } = useCommandBarOpen(element)
  const closeCommandBar = useCallback(() => setOpen(false), [setOpen])
  const find = useCallback(() => setOpen(true), [setOpen])
  const place = menu.placeOf(route.slug)
  const active = place.kind === 'page' ? place.page : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page or account closes the drawer
  useEffect(() => setMenuOpen(false), [active?.id, activeTenant?.tenantId])
  return (
    <>
      <div className="fe-portal-side">
        <SideNav {...props} active={active} onFind={find} />
      </div>
      <div className="fe-portal-bar">
        <IconButton icon="menu" label={t('openMenu')} aria-expanded={isMenuOpen} onClick={() => setMenuOpen(true)} />
        <span className="fe-portal-bar-title fe-truncate">{activeTenant?.name ?? t('portal')}</span>
        <BellHost go={go} element={element} />
        {mode === 'dialog' && <IconButton icon="x" label={t('closePortal')} onClick={onClose} />}
      </div>
      <Drawer open={isMenuOpen} onClose={() => setMenuOpen(false)} label={t('navigation')}>
        <div className="fe-portal-drawer">
          <SideNav {...props} active={active} onFind={find} onLeave={() => setMenuOpen(false)} />
        </div>
      </Drawer>
      <Content {...props} />
      {isOpen && <CommandBarHost {...props} onClose={closeCommandBar} onReopen={find} />}
      <StepUpHost element={element} t={t} />
      <AccountEntryHost element={element} t={t} />
    </>
  )
}

/**
 * Moves the focus to a page when the user opens it, not when the portal opens, unless the page has already focused a
 * control.
 */
const useFocusOnNewPage = (id: string) => {
  const ref = useRef<HTMLElement>(null)
  const shown = useRef(id)
  useEffect(() => {
    if (shown.current === id) return
    shown.current = id
    const inside = ref.current?.getRootNode() as ShadowRoot | undefined // the portal is in a shadow root
    if (!ref.current?.contains(inside?.activeElement ?? null)) ref.current?.focus()
  }, [id])
  return ref
}

const usePageLinks = ({ menu, go, actions }: PortalBodyProps): FindPageLink => {
  const leave = useLeave()
  return (slug) => {
    const page = menu.visible.find((one) => one.slug === slug)
    if (!page) return undefined
    return () =>
      leave(() => {
        go({ slug, search: '' }, 'push')
        actions.pageChosen(page.id)
      })
  }
}

/** Renders a page with its part of the URL. */
const PlacedPage = ({ page, ...props }: PortalBodyProps & { page: PageDefinition }) => {
  const { t, route, go, element } = props
  const { activeTenant, user } = useSession()
  const { slug } = page
  const openPreview = useCallback(
    async (container: Element) => {
      const { openLoginBoxPreview } = await loadChunk(() => import('../../login-box-preview/open-login-box-preview.ts'))
      return openLoginBoxPreview(element.app, container)
    },
    [element.app],
  )
  const findPageLink = usePageLinks(props)
  const location = useMemo(
    () => ({ search: route.search, write: (search: string, how: 'push' | 'replace') => go({ slug, search }, how) }),
    [route.search, slug, go],
  )
  return (
    <Guard key={`${page.id} ${user?.id} ${activeTenant?.tenantId}`} id={page.id} view={Crash}>
      <PageLinksProvider value={findPageLink}>
        <LoginBoxPreviewProvider value={openPreview}>
          <FeatureHost
            definition={page}
            given={{ page, location }}
            fallback={<PageSkeleton label={t('loading')} />}
            failure={(retry) => <PageFailure t={t} retry={retry} />}
          />
        </LoginBoxPreviewProvider>
      </PageLinksProvider>
    </Guard>
  )
}

const Placed = ({ place, ...props }: PortalBodyProps & { place: PlaceOf }) => {
  const { t, menu, go, titleOf } = props
  const { activeTenant } = useSession()
  if (place.kind === 'page') return <PlacedPage {...props} page={place.page} />
  const [home] = menu.visible
  const onHome = home && (() => go({ slug: home.slug, search: '' }, 'push'))
  const homeTitle = home ? titleOf(home) : ''
  if (place.kind === 'unknown') return <Unknown t={t} onHome={onHome} homeTitle={homeTitle} />
  return <Forbidden t={t} tenant={activeTenant?.name ?? ''} onHome={onHome} homeTitle={homeTitle} />
}

const Content = (props: PortalBodyProps) => {
  const { t, menu, route, onClose, state, element } = props
  const { mode } = element
  const place = menu.placeOf(route.slug)
  const ref = useFocusOnNewPage(place.kind === 'page' ? place.page.id : place.kind)
  // The host page has its own main element; a modal dialog hides it, so the portal then is the main one.
  const Main = mode === 'dialog' ? 'main' : 'section'
  return (
    <Main ref={ref} tabIndex={-1} className="fe-portal-main">
      {mode === 'dialog' && (
        <div className="fe-portal-corner fe-portal-wide">
          <IconButton icon="x" label={t('closePortal')} onClick={onClose} />
        </div>
      )}
      <div className="fe-portal-content" aria-busy={Boolean(state.switching)}>
        <ImpersonationBanner {...props} />
        <Placed {...props} place={place} />
      </div>
    </Main>
  )
}
