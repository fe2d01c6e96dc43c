import { type FocusEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { usePopover } from '../popover/use-popover.ts'
import { useSheet, useUiId } from '../style-root/style-root.tsx'
import css from './tooltip.css'

interface TooltipProps {
  /** A function is called when the tooltip is shown. Without a text, no tooltip appears. */
  text: string | (() => string) | undefined
  children: ReactNode
  /** Makes plain text reachable by keyboard. Leave it out when the child is a control. */
  focusable?: boolean
  className?: string
}

/** Details about the wrapped content, shown on hover and on keyboard focus. Escape hides them (WCAG 1.4.13). */
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

/** Separate from the trigger, so that a table with many closed tooltips costs little. */
const Layer = ({ id, anchor, text }: { id: string; anchor: RefObject<HTMLElement | null>; text: string }) => {
  const layer = useRef<HTMLSpanElement>(null)
  usePopover(anchor, layer, true, { side: 'top', align: 'center' })
  return (
    <span ref={layer} id={id} role="tooltip" popover="manual" className="fe-tooltip">
      {text}
    </span>
  )
}
