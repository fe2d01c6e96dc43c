import type { MissingCode } from '../feature/held-runtime.ts'
import type { SessionSnapshot } from '../feature/ports.ts'
import type { AppSettings } from '../feature/settings.ts'
import type { AuthRoutes } from '../rules/auth-routes.ts'

/** One picture: a frozen state, and what surrounds it. */
export interface Scene<State = unknown> {
  /** Of the flow itself, or of the part that the flow shows. */
  state: State
  /** Words a user reads there. */
  shows: string
  /** Query of the page's URL, such as `token=t`. */
  query?: string
  settings?: Partial<AppSettings>
  session?: SessionSnapshot
  /** Branches of the parts drawn within, by their id. */
  parts?: Readonly<Record<string, unknown>>
  /** What the browser remembers of an earlier visit. */
  remembered?: Readonly<Record<string, string>>
  /** What the server returns to the few requests that a view sends by itself, by the end of their path. */
  responses?: Readonly<Record<string, unknown>>
  /** The flow's code is on its way, or does not come. */
  code?: MissingCode
}

/** Scenes by name; a `plain` one is what the link to the step shows first. */
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

/** What the links of one flow, or of one page of the portal, lead to. */
export interface GalleryFlow {
  id: string
  title: string
  /** Of the login box. @default 'loginUrl' */
  route?: keyof AuthRoutes
  /** @default the login box */
  element?: SceneElement
  /** Where a scene's state belongs: the flow's branch of the store, or that of a part. */
  branch: string
  /** Holds for every scene of the flow. */
  around?: Pick<Scene, 'settings' | 'session' | 'query' | 'parts'>
  steps: Readonly<Record<string, StepScenes<unknown>>>
}
