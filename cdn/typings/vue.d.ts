import type { FeElementMarkup, FeEventMap } from 'front-entry'
import type { DefineComponent } from 'vue'

/** `@fe-sign-in` in a template is the property `onFeSignIn`. */
type Listeners = {
  [name in keyof FeEventMap as `on${PascalCase<name>}`]?: (event: FeEventMap[name]) => void
}
type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>

/** Vue checks `base-url` in a template as the property `baseUrl`. */
type Properties<Markup> = { [name in keyof Markup as name extends string ? CamelCase<name> : name]: Markup[name] }
type CamelCase<Name extends string> = Uncapitalize<PascalCase<Name>>

type FeComponents = { [Tag in keyof FeElementMarkup]: DefineComponent<Properties<FeElementMarkup[Tag]> & Listeners> }

declare module 'vue' {
  interface GlobalComponents extends FeComponents {}
}
