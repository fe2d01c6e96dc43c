import { type RefObject, useLayoutEffect } from 'react'

interface Placement {
  side: 'bottom' | 'top' | 'inline'
  align: 'start' | 'end' | 'center'
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

const GAP = 6
const EDGE = 8

const within = (value: number, size: number, limit: number): number =>
  Math.max(EDGE, Math.min(value, limit - size - EDGE))

const along = (anchor: Box, pop: Size, fromRight: boolean | undefined): number => {
  if (fromRight === undefined) return anchor.left + anchor.width / 2 - pop.width / 2
  return fromRight ? anchor.right - pop.width : anchor.left
}

/** A list lower than this is unreadable. */
const MIN_HEIGHT = 96

/**
 * Height of four entries. With that much room below, a scrolling list is better than one that covers the content above.
 */
const ENOUGH_HEIGHT = 152

/**
 * Returns the maximum height of a layer: below `anchor` when there is enough room, otherwise on the side with more
 * room.
 */
export const maxHeightBeside = (anchor: Pick<Box, 'top' | 'bottom'>, floor: number, most: number): number => {
  const below = floor - anchor.bottom - GAP - EDGE
  const above = anchor.top - GAP - EDGE
  return Math.min(most, below >= ENOUGH_HEIGHT ? below : Math.max(MIN_HEIGHT, below, above))
}

/**
 * Returns the position of a layer of size `pop` beside `anchor`: on the requested side, or the other one if it doesn't
 * fit.
 */
const positionBeside = (
  anchor: Box,
  pop: Size,
  view: Size & { rtl: boolean },
  placement: Placement,
): { left: number; top: number; side: 'top' | 'bottom' } => {
  const below = anchor.bottom + GAP
  const above = anchor.top - GAP - pop.height
  const fitsBelow = below + pop.height + EDGE <= view.height
  const fitsAbove = above >= EDGE
  const top = placement.side === 'top' ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove
  const fromRight = placement.align === 'center' ? undefined : (placement.align === 'end') !== view.rtl
  return {
    left: within(along(anchor, pop, fromRight), pop.width, view.width),
    top: within(top ? above : below, pop.height, view.height),
    side: top ? 'top' : 'bottom',
  }
}

interface PopoverOptions extends Placement {
  /** Makes the layer as wide as the anchor. */
  matchWidth?: boolean
  /** Maximum height. The layer also never covers the buttons of its dialog. */
  maxHeight?: number
}

/** Returns the window of an element, which isn't ours after the host has moved it to another document. */
const viewOf = (element: Element): Window => element.ownerDocument.defaultView ?? window

/** Returns the upper edge of what must stay reachable below: the dialog's footer, or the end of the window. */
const floorBelow = (beside: HTMLElement): number => {
  const foot = beside.closest('dialog')?.querySelector('[data-popover-floor]')
  const { innerHeight } = viewOf(beside)
  const top = foot?.getBoundingClientRect().top ?? innerHeight
  return top > beside.getBoundingClientRect().bottom ? Math.min(top, innerHeight) : innerHeight
}

/** Shows a `popover` element in the top layer beside its anchor while `open`, and keeps its position updated. */
export const usePopover = (
  anchor: RefObject<HTMLElement | null>,
  popover: RefObject<HTMLElement | null>,
  open: boolean,
  { side, align, matchWidth, maxHeight }: PopoverOptions,
): void => {
  useLayoutEffect(() => {
    const layer = popover.current
    const beside = anchor.current
    if (!open || !layer || !beside) return
    const page = viewOf(beside)
    const place = () => {
      const box = beside.getBoundingClientRect()
      const { documentElement: root } = beside.ownerDocument
      if (matchWidth) layer.style.width = `${box.width}px`
      const height = maxHeight === undefined ? page.innerHeight : floorBelow(beside)
      if (maxHeight !== undefined) layer.style.maxHeight = `${maxHeightBeside(box, height, maxHeight)}px`
      const view = { width: root.clientWidth, height, rtl: isRtl(beside) }
      const spot = positionBeside(box, { width: layer.offsetWidth, height: layer.offsetHeight }, view, { side, align })
      layer.style.left = `${spot.left}px`
      layer.style.top = `${spot.top}px`
      layer.dataset.side = spot.side
    }
    layer.showPopover()
    place()
    const watcher = new ResizeObserver(place)
    watcher.observe(layer)
    page.addEventListener('scroll', place, { capture: true, passive: true })
    page.addEventListener('resize', place)
    return () => {
      watcher.disconnect()
      page.removeEventListener('scroll', place, { capture: true })
      page.removeEventListener('resize', place)
      if (layer.isConnected && layer.matches(':popover-open')) layer.hidePopover()
    }
  }, [anchor, popover, open, side, align, matchWidth, maxHeight])
}

const isRtl = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'
