import { type FocusEvent, type ReactNode, useRef, useState } from 'react'
import { usePopover } from '../popover/use-popover.ts'
import { useSheet, useUiId } from '../style-root/style-root.tsx'
import css from './tooltip.css'

export interface TooltipProps {
  text: string
  children: ReactNode
  /** Makes plain text reachable by keyboard; leave out when the child is a control. */
  focusable?: boolean
  className?: string
}

/** More about what it wraps, on hover and on keyboard focus; Escape hides it (WCAG 1.4.13). */
export const Tooltip = ({ text, children, focusable, className }: TooltipProps) => {
  useSheet(css)
  const anchor = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  const id = useUiId()
  const [open, setOpen] = useState(false)
  usePopover(anchor, tip, open, { side: 'top', align: 'center' })
  const onFocus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) setOpen(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside
    <span
      ref={anchor}
      className={className ? `fe-tooltip-anchor ${className}` : 'fe-tooltip-anchor'}
      tabIndex={focusable ? 0 : undefined}
      aria-describedby={open ? id : undefined}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={onFocus}
      onBlur={() => setOpen(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) {
          event.preventDefault()
          event.stopPropagation()
          setOpen(false)
        }
      }}
    >
      {children}
      {open && (
        <span ref={tip} id={id} role="tooltip" popover="manual" className="fe-tooltip">
          {text}
        </span>
      )}
    </span>
  )
}
