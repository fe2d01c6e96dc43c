import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type Ref,
  useRef,
  useState,
} from 'react'
import { useUiId } from '../style-root/style-root.tsx'
import { type MenuItems, MenuPopover } from './menu-popover.tsx'

interface TriggerProps {
  ref?: Ref<HTMLButtonElement>
  id?: string
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  'aria-controls'?: string | undefined
  onPointerDown?: (event: PointerEvent) => void
  onClick?: (event: MouseEvent) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

interface MenuProps {
  /** The button; the menu adds the props that open it. */
  trigger: ReactElement<TriggerProps>
  /** Entries of the menu, or a function that is called each time the menu opens. */
  items: MenuItems | (() => MenuItems)
  label: string
  align?: 'start' | 'end'
}

/** A button that opens a list of actions. */
export const Menu = ({ trigger, items, label, align = 'start' }: MenuProps) => {
  const anchor = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const id = useUiId()
  const [open, setOpen] = useState<'first' | 'last' | undefined>()
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(event.key === 'ArrowUp' ? 'last' : 'first')
  }
  const button = cloneElement(trigger, {
    ref: anchor,
    'aria-haspopup': 'menu',
    'aria-expanded': Boolean(open),
    'aria-controls': open ? id : undefined,
    // A press on the trigger already closes an open menu; the click that follows must not reopen it.
    onPointerDown: () => {
      wasOpen.current = Boolean(open)
    },
    onClick: () => {
      setOpen(wasOpen.current ? undefined : 'first')
      wasOpen.current = false
    },
    onKeyDown: openByKey,
  })
  return (
    <>
      {button}
      {open && (
        <MenuPopover
          id={id}
          anchor={anchor}
          items={typeof items === 'function' ? items() : items}
          label={label}
          align={align}
          startAt={open}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
