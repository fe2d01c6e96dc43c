import { type ReactNode, useState } from 'react'
import { useSheet } from '../style-root/style-root.tsx'
import { Tooltip } from '../tooltip/tooltip.tsx'
import css from './truncated.css'

export interface TruncatedProps {
  /** The whole value. */
  text: string
  /** What is drawn of it. @default text */
  children?: ReactNode
}

const isCut = (element: HTMLElement): boolean => element.scrollWidth > element.clientWidth

/** A long value on one line; cut ones show the whole on hover and can be focused. */
export const Truncated = ({ text, children = text }: TruncatedProps) => {
  useSheet(css)
  const [cut, setCut] = useState(false)
  const measure = (element: HTMLSpanElement | null) => {
    if (!element) return
    setCut(isCut(element))
    const watcher = new ResizeObserver(() => setCut(isCut(element)))
    watcher.observe(element)
    return () => watcher.disconnect()
  }
  const line = (
    <span ref={measure} dir="auto" className="fe-truncated">
      {children}
    </span>
  )
  return cut ? (
    <Tooltip text={text} focusable>
      {line}
    </Tooltip>
  ) : (
    <span className="fe-tooltip-anchor fe-truncated-anchor">{line}</span>
  )
}
