import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSheet } from '../style-root/style-root.tsx'
import { Tooltip } from '../tooltip/tooltip.tsx'
import css from './truncated.css'

interface TruncatedProps {
  /** The whole value. */
  text: string
  /** What is drawn of it. @default text */
  children?: ReactNode
}

const watched = new WeakMap<Element, () => void>()
let watcher: ResizeObserver | undefined

/** One observer for all: a browser takes its time to tidy up after thousands of them, which a scrolled list leaves. */
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

/** A long value on one line; cut ones show the whole on hover and can be focused. */
export const Truncated = ({ text, children = text }: TruncatedProps) => {
  useSheet(css)
  const [cut, setCut] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  // The observer's first word comes after the layout of the whole page: measuring costs a table of rows nothing more.
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
