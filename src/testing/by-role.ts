import { computeAccessibleName } from 'dom-accessibility-api'

export type Name = string | RegExp

/** Kinds of elements as users know them; the selectors list the elements that this product uses for each. */
const SELECTORS = {
  alertdialog: 'dialog[open][role="alertdialog"]',
  button: 'button:not([role]), [role="button"]',
  checkbox: 'input[type="checkbox"]:not([role="switch"]), [role="checkbox"]',
  combobox: '[role="combobox"], select',
  dialog: 'dialog[open]:not([role="alertdialog"])',
  field: 'input, select, textarea, [role="combobox"]',
  form: 'form',
  heading: 'h1, h2, h3, h4, h5, h6',
  link: 'a[href]',
  menuitem: '[role^="menuitem"]',
  option: '[role="option"]',
  radio: 'input[type="radio"]',
  region: 'section[aria-label], section[aria-labelledby], [role="region"]',
  row: 'tbody tr, [role="row"]',
  switch: '[role="switch"]',
  tab: '[role="tab"]',
} as const

export type Role = keyof typeof SELECTORS

const isSeen = (node: Element): boolean =>
  node.checkVisibility({ visibilityProperty: true }) && node.closest('[inert], [aria-hidden="true"]') === null

const nameOf = (node: Element, role: Role): string => {
  const text = role === 'row' ? (node.textContent ?? '') : computeAccessibleName(node)
  return text.replace(/\s+/g, ' ').trim()
}

/** Rows are matched by their content, all other elements by their name. */
const fits = (node: Element, role: Role, name: Name | undefined): boolean => {
  if (name === undefined) return true
  const own = nameOf(node, role)
  if (typeof name !== 'string') return name.test(own)
  return role === 'row' ? own.includes(name) : own === name
}

/**
 * Returns all visible elements of a role. Testing Library would read the styles of all ancestors of all elements for
 * that.
 */
export const allByRole = (root: ParentNode, role: Role, name?: Name): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>(SELECTORS[role])].filter((node) => isSeen(node) && fits(node, role, name))

/** Returns whether text is visible: in one element, or across an element and its children. */
export const hasText = (root: ParentNode, text: Name): boolean => {
  const says = ({ textContent }: Node) =>
    typeof text === 'string' ? (textContent ?? '').includes(text) : text.test(textContent ?? '')
  return [...root.querySelectorAll<HTMLElement>('*')].some(
    (node) => says(node) && ![...node.children].some(says) && isSeen(node),
  )
}
