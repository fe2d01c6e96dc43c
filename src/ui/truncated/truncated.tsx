import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSheet } from '../style-root/style-root.tsx'
import { Tooltip } from '../tooltip/tooltip.tsx'
import css from './truncated.css'

interface TruncatedProps {
  /** The full value. */
  text: string
  /** The rendered part of the value. @default text */
  children?: ReactNode
}

const watched = new WeakMap<Element, () => void>()
let watcher: ResizeObserver | undefined

/**
 * All elements share one observer, because a browser takes long to clean up the thousands that a scrolled list creates.
 */
const watchSize = (element: Element, changed: () => void): (() => void) => {
  watcher ??= new ResizeObserver((entries) => {
    for (const { target } of entries) watched.get(target)?.()
  })
  const own = watcher
  watched.set(element, changed)
  own.observe(element)
  return () => {
    watched.delete(element)
    own.unobserve(element)
  }
}

const isCut = (element: HTMLElement): boolean => element.scrollWidth > element.clientWidth

/** A long value on one line. A truncated value shows its full text on hover and can be focused. */
export const Truncated = ({ text, children = text }: TruncatedProps) => {
  useSheet(css)
  const [cut, setCut] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  // The observer's first callback runs after the layout of the whole page, so measuring a table of rows adds no cost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text is a new width
  useEffect(() => {
    const element = place.current
    return element ? watchSize(element, () => setCut(isCut(element))) : undefined
  }, [text])
  return (
    <Tooltip text={cut ? text : undefined} focusable={cut}>
      <span ref={place} dir="auto" className="fe-truncated">
        {children}
      </span>
    </Tooltip>
  )
}
