import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import type { Needs } from './decide.ts'

export type Mode = 'hide' | 'disable' | 'message'

/** What the markup says, and what a script put on the element. */
export interface GateElement extends HTMLElement {
  customAttributes?: unknown
}

const MODES: readonly string[] = ['hide', 'disable', 'message']

export const OBSERVED = ['feature', 'permission', 'role', 'roles', 'mode', 'app', 'custom-attributes', 'explain']

const words = (text: string | null): string[] | undefined => text?.split(/\s+/).filter(Boolean)

const customOf = (element: GateElement): Needs['custom'] => {
  const given = element.customAttributes ?? parseJson(element.getAttribute('custom-attributes'))
  // The engine reads any value defensively.
  return isRecord(given) ? (given as Needs['custom']) : undefined
}

export const readNeeds = (element: GateElement): Needs => ({
  permissions: words(element.getAttribute('permission')),
  // `role` is ARIA's too, and checkers of markup complain of a role they do not know; `roles` means the same.
  roles: words(element.getAttribute('roles') ?? element.getAttribute('role')),
  features: words(element.getAttribute('feature')),
  custom: customOf(element),
})

/** An unknown mode hides: a typing error must not show anything. */
export const readMode = (element: Element): Mode => {
  const mode = element.getAttribute('mode') ?? ''
  return MODES.includes(mode) ? (mode as Mode) : 'hide'
}
