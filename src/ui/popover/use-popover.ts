import { type RefObject, useLayoutEffect } from 'react'
import { type Placement, positionBeside, roomBeside } from './position.ts'

interface PopoverOptions extends Placement {
  /** Makes the layer as wide as the anchor. */
  matchWidth?: boolean
  /** Maximum height. The layer also never covers the buttons of its dialog. */
  maxHeight?: number
}

/** Returns the upper edge of what must stay reachable below: the dialog's footer, or the end of the window. */
const floorBelow = (beside: HTMLElement): number => {
  const foot = beside.closest('dialog')?.querySelector('[data-popover-floor]')
  const top = foot?.getBoundingClientRect().top ?? window.innerHeight
  return top > beside.getBoundingClientRect().bottom ? Math.min(top, window.innerHeight) : window.innerHeight
}

/** Shows a `popover` element in the top layer beside its anchor while `open`, and keeps its position updated. */
export const usePopover = (
  anchor: RefObject<HTMLElement | null>,
  popover: RefObject<HTMLElement | null>,
  open: boolean,
  { side, align, matchWidth, maxHeight }: PopoverOptions = { side: 'bottom', align: 'start' },
): void => {
  useLayoutEffect(() => {
    const layer = popover.current
    const beside = anchor.current
    if (!open || !layer || !beside) return
    const place = () => {
      const box = beside.getBoundingClientRect()
      const { documentElement: page } = beside.ownerDocument
      if (matchWidth) layer.style.width = `${box.width}px`
      const height = maxHeight === undefined ? window.innerHeight : floorBelow(beside)
      if (maxHeight !== undefined) layer.style.maxHeight = `${roomBeside(box, height, maxHeight)}px`
      const view = { width: page.clientWidth, height, rtl: isRtl(beside) }
      const spot = positionBeside(box, { width: layer.offsetWidth, height: layer.offsetHeight }, view, { side, align })
      layer.style.left = `${spot.left}px`
      layer.style.top = `${spot.top}px`
      layer.dataset.side = spot.side
    }
    layer.showPopover()
    place()
    const watcher = new ResizeObserver(place)
    watcher.observe(layer)
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      watcher.disconnect()
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
      if (layer.isConnected && layer.matches(':popover-open')) layer.hidePopover()
    }
  }, [anchor, popover, open, side, align, matchWidth, maxHeight])
}

const isRtl = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'
