import type { Interruption } from '../../../entities/guarantee.ts'

/** Props that the bell passes. They are apart from the component, whose chunk loads only when it is needed. */
export interface InterruptionsGiven {
  items: readonly Interruption[]
  /** Opens the page of the portal on which the items are repaired. */
  open(slug: string): void
}
