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

export interface Size {
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

/** Lower than this nothing can be read in a list. */
const LEAST_HEIGHT = 96

/** How high a layer can be, on whichever side of `anchor` has more room. */
export const roomBeside = (anchor: Pick<Box, 'top' | 'bottom'>, floor: number, most: number): number =>
  Math.min(most, Math.max(LEAST_HEIGHT, floor - anchor.bottom - GAP - EDGE, anchor.top - GAP - EDGE))

/** Where a layer of size `pop` goes beside `anchor`: the asked side, the other one when it does not fit there. */
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
