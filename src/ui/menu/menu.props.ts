import type { AvatarProps } from '../avatar/avatar.tsx'
import type { IconName } from '../icon/icon.tsx'

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
