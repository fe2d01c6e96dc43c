import { useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { useUiText } from '../locale/ui-text.ts'
import { useShownDomain } from '../shown-domain/shown-domain.tsx'

export interface ToastOptions {
  tone?: 'success' | 'info' | 'warning' | 'danger'
  text: string
  /** An action on the subject of the toast, such as "Undo". */
  action?: { label: string; onSelect(): void } | undefined
  /**
   * Time until the toast closes, by default the time to read a short line. It pauses while the toast is hovered or
   * focused.
   */
  ms?: number
  /** Called when the toast is gone: read, dismissed, replaced by newer ones, or acted on. */
  onGone?(): void
}

export interface ToastEntry extends ToastOptions {
  id: number
}

/** Time to read a short line and, if there is an action, to reach it (WCAG 2.2.1). */
const READ_MS = 6000
const ACT_MS = 15_000

const ICONS: Readonly<Record<NonNullable<ToastEntry['tone']>, IconName>> = {
  success: 'circle-check',
  info: 'info',
  warning: 'alert',
  danger: 'alert',
}

interface ToastCardProps {
  toast: ToastEntry
  onClose(id: number): void
}

/** A toast that closes by itself, except while it is hovered or focused, or when it reports a failure. */
export const ToastCard = ({ toast, onClose }: ToastCardProps) => {
  const t = useUiText()
  const [held, setHeld] = useState(false)
  const { id, tone = 'success', text, action, ms, onGone } = toast
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (held || tone === 'danger') return
    const timer = setTimeout(() => close.current(id), ms ?? (action ? ACT_MS : READ_MS))
    return () => clearTimeout(timer)
  }, [held, tone, id, action, ms])
  const gone = useRef(onGone)
  useEffect(() => () => gone.current?.(), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only holds the timer while pointed at
    <div
      part="toast"
      className={`fe-toast fe-toast-${tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={ICONS[tone]} />
      <p className="fe-toast-text">{useShownDomain(text)}</p>
      {action && (
        <button
          type="button"
          className="fe-toast-action"
          onClick={() => {
            action.onSelect()
            onClose(id)
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton size="s" icon="x" label={t('dismiss')} onClick={() => onClose(id)} />
    </div>
  )
}
