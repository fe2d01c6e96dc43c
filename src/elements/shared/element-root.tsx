import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { App } from '../../app/app.ts'
import { FeatureProvider } from '../../feature/feature-context.tsx'
import type { FeatureRuntime } from '../../feature/feature-runtime.ts'
import type { RequestSource } from '../../http/options.ts'
import { createTheme } from '../../theme/create-theme.ts'
import { LocaleProvider } from '../../ui/locale/locale.tsx'
import { StyleRoot, useSheet } from '../../ui/style-root/style-root.tsx'
import hostCss from './host.css'

export interface ElementRootProps {
  app: App
  shadow: ShadowRoot
  source: RequestSource
  /** Drawn with the app's texts, theme and runtime. */
  children: ReactNode
}

const useElementRuntime = (app: App, host: Element, source: RequestSource): FeatureRuntime | undefined => {
  const [runtime, setRuntime] = useState<FeatureRuntime>()
  useEffect(() => {
    const handle = app.createRuntime({ target: host, source, resetOnUserChange: source === 'admin-portal' })
    setRuntime(handle.runtime)
    return () => handle.dispose()
  }, [app, host, source])
  return runtime
}

const useTheme = (app: App, source: RequestSource) => {
  const themeOptions = useStore(app.store, (state) => state.settings.theme)
  const metadataTheme = useStore(app.store, (state) => state.settings.configuration?.themeV2)
  return useMemo(() => {
    const element = source === 'admin-portal' ? 'adminPortal' : 'loginBox'
    return createTheme({ themeOptions, metadataTheme, element, log: app.log })
  }, [app, source, themeOptions, metadataTheme])
}

const Frame = ({ dir, lang, children }: { dir: 'ltr' | 'rtl'; lang: string; children: ReactNode }) => {
  useSheet(hostCss)
  return (
    <div className="fe-element" dir={dir} lang={lang}>
      {children}
    </div>
  )
}

/** Sheets, theme, texts and runtime of one element. */
export const ElementRoot = ({ app, shadow, source, children }: ElementRootProps) => {
  const runtime = useElementRuntime(app, shadow.host, source)
  const theme = useTheme(app, source)
  const translator = app.translator()
  const { host } = shadow
  useEffect(() => {
    if (theme.scheme === 'auto' || !(host instanceof HTMLElement) || host.dataset.scheme) return
    host.dataset.scheme = theme.scheme
    return () => {
      delete host.dataset.scheme
    }
  }, [theme.scheme, host])
  const themes = useMemo(() => [theme.sheet], [theme])
  return (
    <StyleRoot target={shadow} themes={themes}>
      <LocaleProvider translator={translator} now={app.clock.now}>
        <Frame dir={theme.direction ?? translator.dir} lang={translator.language}>
          {runtime && <FeatureProvider value={runtime}>{children}</FeatureProvider>}
        </Frame>
      </LocaleProvider>
    </StyleRoot>
  )
}
