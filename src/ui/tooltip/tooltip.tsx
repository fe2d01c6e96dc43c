import { type FocusEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { usePopover } from '../popover/use-popover.ts'
import { useSheet, useUiId } from '../style-root/style-root.tsx'
import css from './tooltip.css'

interface TooltipProps {
  /** A function is asked when it is shown; without a text nothing is. */
  text: string | (() => string) | undefined
  children: ReactNode
  /** Makes plain text reachable by keyboard; leave out when the child is a control. */
  focusable?: boolean
  className?: string
}

/** More about what it wraps, on hover and on keyboard focus; Escape hides it (WCAG 1.4.13). */
export const Tooltip = ({ text, children, focusable, className }: TooltipProps) => {
  useSheet(css)
  const anchor = useRef<HTMLSpanElement>(null)
  const id = useUiId()
  const [wanted, setWanted] = useState(false)
  const open = wanted && text !== undefined
  const onFocus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) setWanted(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside
    <span
      ref={anchor}
      className={className ? `fe-tooltip-anchor ${className}` : 'fe-tooltip-anchor'}
      tabIndex={focusable ? 0 : undefined}
      aria-describedby={open ? id : undefined}
      onPointerEnter={() => setWanted(true)}
      onPointerLeave={() => setWanted(false)}
      onFocus={onFocus}
      onBlur={() => setWanted(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          event.preventDefault()
          event.stopPropagation()
          setWanted(false)
        }
      }}
    >
      {children}
      {open && <Layer id={id} anchor={anchor} text={typeof text === 'function' ? text() : text} />}
    </span>
  )
}

/** Apart, so that a table of closed ones costs little. */
const Layer = ({ id, anchor, text }: { id: string; anchor: RefObject<HTMLElement | null>; text: string }) => {
  const layer = useRef<HTMLSpanElement>(null)
  usePopover(anchor, layer, true, { side: 'top', align: 'center' })
  return (
    <span ref={layer} id={id} role="tooltip" popover="manual" className="fe-tooltip">
      {text}
    </span>
  )
}
