import { createRoot } from 'react-dom/client'
import type { Translator } from '../../i18n/create-translator.ts'
import type { SchemeName, Theme } from '../../theme/create-theme.ts'
import { LocaleProvider } from '../../ui/locale/locale.tsx'
import { StyleRoot } from '../../ui/style-root/style-root.tsx'
import { idleMessages } from './idle.messages.ts'
import { IdleWarning } from './idle-warning.tsx'
import type { IdleWarning as Warning } from './idle-watch.ts'

interface WarningParts {
  translator: Translator
  now(): number
  theme: Theme
  /** The user's choice. @default the theme's */
  scheme?: SchemeName | undefined
  onStay(): Promise<void>
  onSignOut(): void
  /** The user closes a warning that offers no choice. */
  onClose(): void
}

/** Renders the warning over whatever the page shows, in its own root, which is removed completely afterwards. */
export const mountWarning = (parts: WarningParts) => {
  const host = document.createElement('div')
  host.dataset.feIdle = ''
  document.body.append(host)
  const shadow = host.attachShadow({ mode: 'open' })
  const scheme = parts.scheme ?? parts.theme.scheme
  if (scheme !== 'page') host.dataset.scheme = scheme
  const place = document.createElement('div')
  place.className = 'fe-element'
  place.dir = parts.translator.dir
  place.lang = parts.translator.language
  shadow.append(place)
  const root = createRoot(place)
  const remove = () => {
    root.unmount()
    host.remove()
  }
  const draw = (warning: Warning, busy = false) =>
    root.render(
      <StyleRoot target={shadow} themes={[parts.theme.sheet]}>
        <LocaleProvider translator={parts.translator} now={parts.now}>
          <IdleWarning
            warning={warning}
            now={parts.now}
            t={parts.translator.translatorFor(idleMessages)}
            busy={busy}
            onStay={() => {
              draw(warning, true)
              void parts.onStay()
            }}
            onSignOut={parts.onSignOut}
            onClose={parts.onClose}
          />
        </LocaleProvider>
      </StyleRoot>,
    )
  return { draw, remove }
}
