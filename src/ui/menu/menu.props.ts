import type { AvatarProps } from '../avatar/avatar.tsx'
import type { IconName } from '../icon/icon.tsx'

interface MenuEntry {
  id: string
  label: string
  hint?: string
  danger?: boolean
  disabled?: boolean
  /** A line above it. */
  separated?: boolean
  onSelect(): void
}

/** An action. Every one has an icon: labels with and without one don't line up. */
export interface MenuItem extends MenuEntry {
  icon: IconName
  avatar?: never
  checked?: never
}

/** One of several users, accounts or values to choose from. */
export interface MenuChoice extends MenuEntry {
  icon?: never
  /** A user or an account. */
  avatar?: AvatarProps
  /** Set on choices of which one or several are on. */
  checked?: boolean
}

/** Actions or choices, never both. */
export type MenuItems = readonly MenuItem[] | readonly MenuChoice[]
