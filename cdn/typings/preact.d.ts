import type { FeElementMarkup, FeElementTagNameMap } from 'front-entry'
import type { JSX } from 'preact'

type FeMarkup = {
  [Tag in keyof FeElementMarkup]: FeElementMarkup[Tag] &
    Omit<JSX.HTMLAttributes<FeElementTagNameMap[Tag]>, keyof FeElementMarkup[Tag]>
}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements extends FeMarkup {}
  }
}
