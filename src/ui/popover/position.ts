export interface Placement {
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
export const roomBeside = (anchor: Pick<Box, 'top' | 'bottom'>, floor: number, most: number): number => {
  const below = floor - anchor.bottom - GAP - EDGE
  const above = anchor.top - GAP - EDGE
  return Math.min(most, below >= ENOUGH_HEIGHT ? below : Math.max(MIN_HEIGHT, below, above))
}

/**
 * Returns the position of a layer of size `pop` beside `anchor`: on the requested side, or the other one if it doesn't
 * fit.
 */
export const positionBeside = (
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
