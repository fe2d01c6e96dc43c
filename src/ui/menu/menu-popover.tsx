import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Avatar, type AvatarProps } from '../avatar/avatar.tsx'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import popoverCss from '../popover/popover.css'
import { usePopover } from '../popover/use-popover.ts'
import { useSheet } from '../style-root/style-root.tsx'
import css from './menu.css'

interface MenuEntry {
  id: string
  label: string
  hint?: string
  danger?: boolean
  disabled?: boolean
  /** Draws a line above the entry. */
  separated?: boolean
  onSelect(): void
}

/** An action. Every action has an icon, because labels with and without one don't line up. */
export interface MenuItem extends MenuEntry {
  icon: IconName
  avatar?: never
  checked?: never
}

/** One of several users, accounts or values to choose from. */
export interface MenuChoice extends MenuEntry {
  icon?: never
  /** Picture of a user or an account. */
  avatar?: AvatarProps
  /** Set when one or several of the choices can be selected. */
  checked?: boolean
}

/** Actions or choices, never both. */
export type MenuItems = readonly MenuItem[] | readonly MenuChoice[]

/** Letters typed within this time form one search text. */
const WORD_MS = 500

/** Finds the next option that starts with the typed text; repeating a letter moves to the next match. */
const useTypeahead = () => {
  const typed = useRef({ word: '', at: 0 })
  return (key: string, options: readonly string[], from: number): number | undefined => {
    if (key.length !== 1 || (key === ' ' && typed.current.word === '')) return undefined
    const now = performance.now()
    const word = (now - typed.current.at < WORD_MS ? typed.current.word : '') + key.toLowerCase()
    typed.current = { word, at: now }
    const same = [...word].every((letter) => letter === word[0])
    const wanted = same ? word.slice(0, 1) : word
    const order = options.map((_, index) => (from + index + (same ? 1 : 0)) % options.length)
    return order.find((index) => options[index]?.trim().toLowerCase().startsWith(wanted))
  }
}

interface MenuPopoverProps {
  id: string
  anchor: RefObject<HTMLElement | null>
  items: MenuItems
  label: string
  align: 'start' | 'end'
  startAt: 'first' | 'last'
  onClose(): void
}

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * A menu after the WAI-ARIA pattern: arrow keys wrap, Home, End and typing move, Escape and Tab close it, and the focus
 * returns to the button.
 */
export const MenuPopover = ({ id, anchor, items, label, align, startAt, onClose }: MenuPopoverProps) => {
  useSheet(popoverCss)
  useSheet(css)
  const list = useRef<HTMLDivElement>(null)
  const buttons = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]
  const typed = useTypeahead()
  usePopover(anchor, list, true, { side: 'bottom', align })
  useFirstFocus(list, startAt)
  useCloseWithPopover(list, onClose)
  const leave = () => {
    onClose()
    anchor.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const now = all.indexOf(event.target as HTMLElement)
    const step = STEPS[event.key]
    const next = step ? step(now, all.length - 1) : typed(event.key, all.map(textOf), now)
    if (event.key === 'Tab' || event.key === 'Escape') {
      if (event.key === 'Escape') event.preventDefault()
      event.stopPropagation()
      leave()
    }
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }
  return (
    <div
      ref={list}
      id={id}
      part="menu"
      popover="auto"
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className="fe-popover fe-menu"
      onKeyDown={onKeyDown}
    >
      {items.map((item) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: set on menuitemcheckbox only
        <button
          key={item.id}
          type="button"
          role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
          aria-checked={item.checked}
          aria-disabled={item.disabled || undefined}
          tabIndex={-1}
          className={classes('fe-menu-item', item.danger && 'fe-menu-danger', item.separated && 'fe-menu-separated')}
          onClick={() => {
            if (item.disabled) return
            leave()
            item.onSelect()
          }}
        >
          {item.icon && <Icon name={item.icon} />}
          {item.avatar && <Avatar {...item.avatar} size="s" />}
          <span className="fe-menu-label">
            {item.label}
            {item.hint && <span className="fe-menu-hint">{item.hint}</span>}
          </span>
          {item.checked !== undefined && <Icon name="check" className="fe-menu-check" />}
        </button>
      ))}
    </div>
  )
}

/** Returns the label without the initials of an avatar. */
const textOf = (element: Element): string => element.querySelector('.fe-menu-label')?.textContent ?? ''

const useFirstFocus = (list: RefObject<HTMLElement | null>, startAt: 'first' | 'last') => {
  useLayoutEffect(() => {
    const all = list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []
    all[startAt === 'last' ? all.length - 1 : 0]?.focus()
  }, [list, startAt])
}

/** Closes the menu when the browser closes its popover after a click outside. */
const useCloseWithPopover = (list: RefObject<HTMLElement | null>, onClose: () => void) => {
  useEffect(() => {
    const layer = list.current
    const follow = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') onClose()
    }
    layer?.addEventListener('toggle', follow)
    return () => layer?.removeEventListener('toggle', follow)
  })
}
