import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { App } from '../../app/app.ts'
import { FeatureProvider, useTexts } from '../../feature/feature-context.tsx'
import type { FeatureRuntime } from '../../feature/feature-runtime.ts'
import type { RequestSource } from '../../http/options.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { type Framing, mayTakeInput } from '../../rules/framing.ts'
import type { Theme } from '../../theme/create-theme.ts'
import { LocaleProvider } from '../../ui/locale/locale.tsx'
import { StyleRoot, useSheet } from '../../ui/style-root/style-root.tsx'
import { framedMessages } from './element.messages.ts'
import hostCss from './host.css'

/** Returns whether the page has another origin; reading it then throws. */
const isForeign = (page: Window): boolean => {
  try {
    return page.origin !== window.origin
  } catch {
    return true
  }
}

const hasForeignAncestor = (): boolean => {
  for (let page: Window = window; page !== page.parent; page = page.parent) if (isForeign(page.parent)) return true
  return false
}

const readFraming = (): Framing => {
  const { ancestorOrigins } = location as { ancestorOrigins?: DOMStringList }
  return {
    isFramed: window.parent !== window,
    ancestorOrigins: ancestorOrigins && [...ancestorOrigins],
    hasForeignAncestor: hasForeignAncestor(),
    origin: window.origin,
    referrer: document.referrer,
  }
}

const Refusal = ({ app }: { app: App }) => {
  const t = useTexts(framedMessages)
  useEffect(() => {
    const framing = readFraming()
    const origins = framing.ancestorOrigins ?? [framing.referrer].filter(Boolean)
    const around = origins.length > 0 ? origins.join(', ') : 'another website'
    app.log.error(
      `Refused input in a frame of ${around}. To allow it, add its origin to the option allowedFrameAncestors.`,
    )
  }, [app])
  return (
    <div role="alert" part="framed">
      <p>
        <strong>{t('title')}</strong>
      </p>
      <p>{t('message')}</p>
    </div>
  )
}

/** Renders its children only if the surrounding pages may frame this page. Preview has no session to protect. */
const FrameGate = ({ app, children }: { app: App; children: ReactNode }) => {
  const { allowedFrameAncestors, previewMode, builderMode } = app.options
  const [mayDraw] = useState(() => previewMode || builderMode || mayTakeInput(readFraming(), allowedFrameAncestors))
  return mayDraw ? children : <Refusal app={app} />
}

type ElementTheme = { step: 'loading' } | { step: 'ready'; theme?: Theme; themes: readonly string[] }

const PLAIN: ElementTheme = { step: 'ready', themes: [] }
const LOADING: ElementTheme = { step: 'loading' }

const isEmpty = (options: unknown) => !options || Object.keys(options).length === 0

/**
 * Returns the host's theme. Its code loads only when one is set; nothing renders before that, so wrong colors never
 * show.
 */
const useTheme = (app: App, source: RequestSource): ElementTheme => {
  const themeOptions = useStore(app.store, (state) => state.settings.theme)
  const metadataTheme = useStore(app.store, (state) => state.settings.configuration?.themeV2)
  // A theme from metadata or a later call arrives late; the current rendering stays until then.
  const [made, setMade] = useState<ElementTheme>(isEmpty(themeOptions) ? PLAIN : LOADING)
  const isPlain = isEmpty(themeOptions) && isEmpty(metadataTheme)
  useEffect(() => {
    if (isPlain) return
    let isCurrent = true
    const element = source === 'admin-portal' ? 'adminPortal' : 'loginBox'
    loadChunk(() => import('../../theme/create-theme.ts')).then(
      ({ createTheme }) => {
        if (!isCurrent) return
        const theme = createTheme({ themeOptions, metadataTheme, element, log: app.log })
        setMade({ step: 'ready', theme, themes: [theme.css] })
      },
      (error: unknown) => {
        app.log.error('The theme did not load', error)
        if (isCurrent) setMade(PLAIN)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [app, source, themeOptions, metadataTheme, isPlain])
  return isPlain ? PLAIN : made
}

interface ElementRootProps {
  app: App
  shadow: ShadowRoot
  source: RequestSource
  /** Content that is rendered with the app's texts, theme and runtime. */
  children: ReactNode
}

const useElementRuntime = (app: App, host: Element, source: RequestSource): FeatureRuntime | undefined => {
  const [runtime, setRuntime] = useState<FeatureRuntime>()
  // Runs before paint, because each later effect would delay the first field by a frame.
  useLayoutEffect(() => {
    const handle = app.createRuntime({ target: host, source, resetOnUserChange: source === 'admin-portal' })
    setRuntime(handle.runtime)
    return () => handle.dispose()
  }, [app, host, source])
  return runtime
}

/** Sets the scheme on the element before paint: the user's choice, else the page's markup, else the theme's. */
const useScheme = (host: HTMLElement, themed: string | undefined, chosen: string | undefined) =>
  useLayoutEffect(() => {
    const { scheme: own } = host.dataset
    const scheme = chosen ?? (own ? undefined : themed)
    if (!scheme || (scheme === 'page' && !own)) return
    host.dataset.scheme = scheme
    return () => {
      if (own) host.dataset.scheme = own
      else delete host.dataset.scheme
    }
  }, [host, themed, chosen])

const Frame = ({ dir, lang, children }: { dir: 'ltr' | 'rtl'; lang: string; children: ReactNode }) => {
  useSheet(hostCss)
  return (
    <div className="fe-element" dir={dir} lang={lang}>
      {children}
    </div>
  )
}

/** Provides sheets, theme, texts and runtime of one element. */
export const ElementRoot = ({ app, shadow, source, children }: ElementRootProps) => {
  const runtime = useElementRuntime(app, shadow.host, source)
  const look = useTheme(app, source)
  // Texts of the admin-box configuration arrive after the first paint.
  useStore(app.store, (state) => state.settings.configuration?.localizations)
  const theme = look.step === 'ready' ? look.theme : undefined
  // The selector also renders the element again after another language was chosen.
  const preferences = useStore(app.store, (state) => state.settings.preferences)
  // The seam to r2wc: its elements extend HTMLElement.
  useScheme(shadow.host as HTMLElement, theme?.scheme, preferences?.scheme)
  if (look.step === 'loading' || !runtime) return null
  const translator = app.translator()
  return (
    <StyleRoot target={shadow} themes={look.themes}>
      <LocaleProvider translator={translator} now={app.clock.now}>
        <Frame dir={theme?.direction ?? translator.dir} lang={translator.language}>
          <FeatureProvider value={runtime}>
            <FrameGate app={app}>{children}</FrameGate>
          </FeatureProvider>
        </Frame>
      </LocaleProvider>
    </StyleRoot>
  )
}
