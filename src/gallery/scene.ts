import type { MissingCode } from '../feature/held-runtime.ts'
import type { SessionSnapshot } from '../feature/ports.ts'
import type { AppSettings } from '../feature/settings.ts'
import type { AuthRoutes } from '../rules/auth-routes.ts'

/** One picture: a frozen state and its surroundings. */
export interface Scene<State = unknown> {
  /** State of the flow itself, or of the part that the flow shows. */
  state: State
  /** Text that a user reads there. */
  shows: string
  /** Query of the page's URL, such as `token=t`. */
  query?: string
  settings?: Partial<AppSettings>
  session?: SessionSnapshot
  /** Branches of the parts rendered within it, by ID. */
  parts?: Readonly<Record<string, unknown>>
  /** Values that the browser stored at an earlier visit. */
  remembered?: Readonly<Record<string, string>>
  /** Responses to the few requests that a view sends itself, by the end of their path. */
  responses?: Readonly<Record<string, unknown>>
  /** Whether the flow's code is still loading, or failed to load. */
  code?: MissingCode
}

/** Scenes by name; `plain` is the first one that a step's link shows. */
export type StepScenes<State> = Readonly<Record<string, Scene<State>>>

/** A row for each step: a step without a picture does not compile. */
export type ScenesOf<State, Key extends keyof State> = {
  readonly [Step in State[Key] & string]: StepScenes<Extract<State, Record<Key, Step>>>
}

/** The element that is shown, with its attributes. */
export interface SceneElement {
  tag: 'fe-login-box' | 'fe-admin-portal' | 'fe-checkout' | 'fe-pricing-table'
  attributes?: Readonly<Record<string, string>>
}

/** Scenes to which the links of one flow, or of one page of the portal, lead. */
export interface GalleryFlow {
  id: string
  title: string
  /** Route of the login box. @default 'loginUrl' */
  route?: keyof AuthRoutes
  /** @default the login box */
  element?: SceneElement
  /** Branch of the store for a scene's state: the flow's, or a part's. */
  branch: string
  /** Values for every scene of the flow. */
  around?: Pick<Scene, 'settings' | 'session' | 'query' | 'parts'>
  steps: Readonly<Record<string, StepScenes<unknown>>>
}
