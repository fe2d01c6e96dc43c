import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { App } from '../../app/app.ts'
import { FeatureProvider } from '../../feature/feature-context.tsx'
import type { FeatureRuntime } from '../../feature/feature-runtime.ts'
import type { RequestSource } from '../../http/options.ts'
import { LocaleProvider } from '../../ui/locale/locale.tsx'
import { StyleRoot, useSheet } from '../../ui/style-root/style-root.tsx'
import { FrameGate } from './frame-gate.tsx'
import hostCss from './host.css'
import { useTheme } from './use-theme.ts'

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
const useScheme = (host: Element, themed: string | undefined, chosen: string | undefined) =>
  useLayoutEffect(() => {
    if (!(host instanceof HTMLElement)) return
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
  // Also renders again after another language was chosen.
  const preferences = useStore(app.store, (state) => state.settings.preferences)
  useScheme(shadow.host, theme?.scheme, preferences?.scheme)
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
