import type { FeElementMarkup, FeEventMap } from 'front-entry'
import type { DefineComponent } from 'vue'

/** `@fe-sign-in` in a template is the property `onFeSignIn`. */
type Listeners = {
  [name in keyof FeEventMap as `on${PascalCase<name>}`]?: (event: FeEventMap[name]) => void
}
type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>

type FeComponents = { [Tag in keyof FeElementMarkup]: DefineComponent<FeElementMarkup[Tag] & Listeners> }

declare module 'vue' {
  interface GlobalComponents extends FeComponents {}
}
