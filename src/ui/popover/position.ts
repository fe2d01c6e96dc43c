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

/** Lower than this nothing can be read in a list. */
const MIN_HEIGHT = 96

/** Four entries: with that much room below, a list that scrolls is better than one over what is above its box. */
const ENOUGH_HEIGHT = 152

/** How high a layer can be: below `anchor` when there is enough room, else on whichever side has more. */
export const roomBeside = (anchor: Pick<Box, 'top' | 'bottom'>, floor: number, most: number): number => {
  const below = floor - anchor.bottom - GAP - EDGE
  const above = anchor.top - GAP - EDGE
  return Math.min(most, below >= ENOUGH_HEIGHT ? below : Math.max(MIN_HEIGHT, below, above))
}

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
