import type { FeElementMarkup, FeElementTagNameMap } from 'front-entry'
import type { JSX } from 'solid-js'

type FeMarkup = {
  [Tag in keyof FeElementMarkup]: FeElementMarkup[Tag] &
    Omit<JSX.HTMLAttributes<FeElementTagNameMap[Tag]>, keyof FeElementMarkup[Tag]>
}

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements extends FeMarkup {}
  }
}
