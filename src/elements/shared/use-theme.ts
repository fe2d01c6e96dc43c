import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { App } from '../../app/app.ts'
import type { RequestSource } from '../../http/options.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import type { Theme } from '../../theme/create-theme.ts'

type ElementTheme = { step: 'loading' } | { step: 'ready'; theme?: Theme; themes: readonly CSSStyleSheet[] }

const PLAIN: ElementTheme = { step: 'ready', themes: [] }
const LOADING: ElementTheme = { step: 'loading' }

const isEmpty = (options: unknown) => !options || Object.keys(options).length === 0

/**
 * Returns the host's theme. Its code loads only when one is set; nothing renders before that, so wrong colors never
 * show.
 */
export const useTheme = (app: App, source: RequestSource): ElementTheme => {
  const themeOptions = useStore(app.store, (state) => state.settings.theme)
  const metadataTheme = useStore(app.store, (state) => state.settings.configuration?.themeV2)
  const [made, setMade] = useState<ElementTheme>()
  const isPlain = isEmpty(themeOptions) && isEmpty(metadataTheme)
  useEffect(() => {
    if (isPlain) return
    let isCurrent = true
    const element = source === 'admin-portal' ? 'adminPortal' : 'loginBox'
    loadChunk(() => import('../../theme/create-theme.ts')).then(
      ({ createTheme }) => {
        if (!isCurrent) return
        const theme = createTheme({ themeOptions, metadataTheme, element, log: app.log })
        setMade({ step: 'ready', theme, themes: [theme.sheet] })
      },
      (error: unknown) => {
        app.log.error('The theme did not load; the standard one is used', error)
        if (isCurrent) setMade(PLAIN)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [app, source, themeOptions, metadataTheme, isPlain])
  if (isPlain) return PLAIN
  // A theme that only metadata brings arrives late; the current rendering stays until then.
  return made ?? (isEmpty(themeOptions) ? PLAIN : LOADING)
}
