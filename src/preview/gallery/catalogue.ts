import type { GalleryFlow, Scene } from './scene.ts'
import { accountScenes } from './scenes/accounts.ts'
import { arrivalScenes } from './scenes/arrivals.ts'
import { loginScenes } from './scenes/login.ts'
import { secondFactorScenes } from './scenes/second-factor.ts'
import { sessionScenes } from './scenes/sessions.ts'

export const flows: readonly GalleryFlow[] = [
  loginScenes,
  secondFactorScenes,
  ...accountScenes,
  ...arrivalScenes,
  ...sessionScenes,
]

/** One line of the gallery's list; `id` is `flow/step/scene`. */
export interface GalleryEntry {
  id: string
  flow: string
  flowTitle: string
  step: string
  scene: string
  /** Words a user reads there. */
  shows: string
}

export const entries: readonly GalleryEntry[] = flows.flatMap(({ id, title, steps }) =>
  Object.entries(steps).flatMap(([step, scenes]) =>
    Object.entries(scenes).map(([scene, { shows }]) => ({
      id: `${id}/${step}/${scene}`,
      flow: id,
      flowTitle: title,
      step,
      scene,
      shows,
    })),
  ),
)

/** `undefined` for a link that leads nowhere. */
export const findScene = (id: string): { flow: GalleryFlow; scene: Scene } | undefined => {
  const [flowId, step, name] = id.split('/')
  const flow = flows.find((one) => one.id === flowId)
  const scenes = Object.entries(flow?.steps ?? {}).find(([key]) => key === step)?.[1]
  const scene = Object.entries(scenes ?? {}).find(([key]) => key === name)?.[1]
  return flow && scene ? { flow, scene } : undefined
}
