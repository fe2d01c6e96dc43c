import type { FeElementMarkup } from 'front-entry'
import type { JSX } from 'preact'

/** Preact moved its attribute types between versions; those of a plain element are in the same place in all of them. */
type FeMarkup = {
  [Tag in keyof FeElementMarkup]: FeElementMarkup[Tag] & Omit<JSX.IntrinsicElements['div'], keyof FeElementMarkup[Tag]>
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends FeMarkup {}
  }
}
