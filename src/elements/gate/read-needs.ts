import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import type { Needs } from './decide.ts'

export type Mode = 'hide' | 'disable' | 'message'

/** The element with its markup, and a property that scripts set. */
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
  // ARIA also has a `role`, and markup checkers report roles that they do not know; `roles` means the same.
  roles: words(element.getAttribute('roles') ?? element.getAttribute('role')),
  features: words(element.getAttribute('feature')),
  custom: customOf(element),
})

/** Returns the mode; an unknown one hides, because a typo must not show anything. */
export const readMode = (element: Element): Mode => {
  const mode = element.getAttribute('mode') ?? ''
  return MODES.includes(mode) ? (mode as Mode) : 'hide'
}
