import type { KeyboardEvent, PointerEvent } from 'react'

const isRtl = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'

/** Returns the index of the bar at the pointer. Right to left, the first bar is the rightmost one. */
export const barAt = ({ currentTarget, clientX }: PointerEvent<Element>, size: number): number => {
  const { left, right, width } = currentTarget.getBoundingClientRect()
  const from = isRtl(currentTarget) ? right - clientX : clientX - left
  const at = Math.floor((from / Math.max(1, width)) * size)
  return Math.min(size - 1, Math.max(0, at))
}

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Returns the key as pressed from left to right, where ArrowRight leads to later bars. */
export const keyOf = ({ currentTarget, key }: KeyboardEvent<Element>): string =>
  (isRtl(currentTarget) && MIRRORED[key]) || key
