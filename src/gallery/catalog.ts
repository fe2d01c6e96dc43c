import type { GalleryFlow, Scene, SceneElement } from './scene.ts'
import { accountScenes } from './scenes/accounts.ts'
import { arrivalScenes } from './scenes/arrivals.ts'
import { checkoutScenes } from './scenes/checkout.ts'
import { loginScenes } from './scenes/login.ts'
import { pricingScenes } from './scenes/pricing.ts'
import { secondFactorScenes } from './scenes/second-factor.ts'
import { sessionScenes } from './scenes/sessions.ts'
import { subscriptionScenes } from './scenes/subscription.ts'
import { usageScenes } from './scenes/usage.ts'

const LOGIN_BOX: SceneElement = { tag: 'fe-login-box' }

export const elementOf = ({ element = LOGIN_BOX }: GalleryFlow): SceneElement => element

const flows: readonly GalleryFlow[] = [
  loginScenes,
  secondFactorScenes,
  ...accountScenes,
  ...arrivalScenes,
  ...sessionScenes,
  subscriptionScenes,
  checkoutScenes,
  usageScenes,
  pricingScenes,
]

/** One line of the gallery's list; `id` is `flow/step/scene`. */
export interface GalleryEntry {
  id: string
  flow: string
  flowTitle: string
  step: string
  scene: string
  /** Tag of the element that shows it. */
  element: SceneElement['tag']
  /** Text that a user reads there. */
  shows: string
}

export const entries: readonly GalleryEntry[] = flows.flatMap((flow) =>
  Object.entries(flow.steps).flatMap(([step, scenes]) =>
    Object.entries(scenes).map(([scene, { shows }]) => ({
      id: `${flow.id}/${step}/${scene}`,
      flow: flow.id,
      flowTitle: flow.title,
      step,
      scene,
      element: elementOf(flow).tag,
      shows,
    })),
  ),
)

/** Returns a scene; `undefined` for an unknown ID. */
export const findScene = (id: string): { flow: GalleryFlow; scene: Scene } | undefined => {
  const [flowId, step, name] = id.split('/')
  const flow = flows.find((one) => one.id === flowId)
  const scenes = Object.entries(flow?.steps ?? {}).find(([key]) => key === step)?.[1]
  const scene = Object.entries(scenes ?? {}).find(([key]) => key === name)?.[1]
  return flow && scene ? { flow, scene } : undefined
}
