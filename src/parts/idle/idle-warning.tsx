import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Translator } from '../../i18n/create-translator.ts'
import type { Translate } from '../../i18n/messages.ts'
import type { Theme } from '../../theme/create-theme.ts'
import type { SchemeName } from '../../theme/theme-values.ts'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LocaleProvider } from '../../ui/locale/locale.tsx'
import { StyleRoot, useSheet } from '../../ui/style-root/style-root.tsx'
import { idleMessages } from './idle.messages.ts'
import css from './idle-warning.css'
import type { IdleWarning as Warning } from './idle-watch.ts'

const SECOND_MS = 1_000
/** Interval of the announcements. A countdown announced every second would be unusable. */
const ANNOUNCED_EVERY_SECONDS = 15

interface IdleWarningProps {
  warning: Warning
  now(): number
  t: Translate<(typeof idleMessages)['texts']>
  busy: boolean
  onStay(): void
  onSignOut(): void
  onClose(): void
}

const useSecondsLeft = (endsAt: number, now: () => number): number => {
  const left = () => Math.max(0, Math.ceil((endsAt - now()) / SECOND_MS))
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` reads what is listed
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), SECOND_MS)
    return () => clearInterval(timer)
  }, [endsAt, now])
  return seconds
}

/** Shown before a session ends because it is idle or reaches its maximum age (WCAG 2.2 SC 2.2.1). */
export const IdleWarning = ({ warning, now, t, busy, onStay, onSignOut, onClose }: IdleWarningProps) => {
  useSheet(css)
  const seconds = useSecondsLeft(warning.endsAt, now)
  const isIdle = warning.ending === 'idle'
  const footer = isIdle ? (
    <>
      <Button onClick={onSignOut}>{t('signOut')}</Button>
      <Button variant="primary" busy={busy} data-autofocus onClick={onStay}>
        {t('stay')}
      </Button>
    </>
  ) : (
    <Button variant="primary" data-autofocus onClick={onClose}>
      {t('understood')}
    </Button>
  )
  return (
    <Dialog
      open
      role="alertdialog"
      size="s"
      title={t(isIdle ? 'idleTitle' : 'absoluteTitle')}
      description={t(isIdle ? 'idleText' : 'absoluteText')}
      footer={footer}
      onClose={isIdle ? onStay : onClose}
    >
      <p className="fe-idle-left" aria-hidden="true">
        {t('left', { count: seconds })}
      </p>
      <span className="fe-hidden" role="status">
        {t('left', { count: Math.ceil(seconds / ANNOUNCED_EVERY_SECONDS) * ANNOUNCED_EVERY_SECONDS })}
      </span>
    </Dialog>
  )
}

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
      <StyleRoot target={shadow} themes={[parts.theme.css]}>
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
