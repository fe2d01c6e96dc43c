import type { App } from '../app/app.ts'
import { apps } from '../app/apps.ts'
import { createApp } from '../app/create-app.ts'
import { defineElements } from '../elements/define.ts'
import type { AppState } from '../feature/app-state.ts'
import { freezeRuntime } from '../feature/held-runtime.ts'
import { systemClock } from '../kernel/clock.ts'
import { installStillCard } from '../preview/still-card.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { elementOf, entries, findScene } from './catalog.ts'
import { NO_SOCIALS, NOW, settings, signedOut } from './sample.ts'
import type { GalleryFlow, Scene } from './scene.ts'

export type { GalleryEntry } from './catalog.ts'
export { openPlayground, type Playground, type PlaygroundSettings } from './playground.ts'
export { entries }

const REFUSED = 400

/** Responds to the few requests that views send themselves; nothing leaves the page. */
const respondWith =
  ({ responses = {} }: Scene): typeof fetch =>
  async (input) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname
    const found = Object.entries(responses).find(([end]) => path.endsWith(end))?.[1] ?? {}
    const isRefusal = typeof found === 'object' && found !== null && 'errors' in found
    return Response.json(found, isRefusal ? { status: REFUSED } : {})
  }

const urlOf = (flow: GalleryFlow, scene: Scene): string =>
  `${DEFAULT_ROUTES[flow.route ?? 'loginUrl']}?${(scene.query ?? flow.around?.query ?? '').trim()}`

const stateOf = (state: AppState, flow: GalleryFlow, scene: Scene): AppState => ({
  settings: { ...state.settings, ...settings, ...flow.around?.settings, ...scene.settings },
  session: scene.session ?? flow.around?.session ?? signedOut,
  features: { 'social-ways': NO_SOCIALS, ...flow.around?.parts, ...scene.parts, [flow.branch]: scene.state },
})

/** Opens an app with a frozen clock and frozen elements. */
const openStill = async (flow: GalleryFlow, scene: Scene, name: string): Promise<App> => {
  const app = createApp({ previewMode: true, builderMode: true, metadata: {} }, name, {
    clock: { ...systemClock, now: () => NOW },
    fetch: respondWith(scene),
    staticRoute: urlOf(flow, scene),
    onDispose() {
      const held = apps.get(name)
      if (held) apps.remove(held)
    },
  })
  await app.ready
  for (const [key, value] of Object.entries(scene.remembered ?? {})) app.local.set(key, value)
  app.store.setState((state) => stateOf(state, flow, scene))
  return {
    ...app,
    createRuntime(options) {
      const handle = app.createRuntime(options)
      return { runtime: freezeRuntime(handle.runtime, scene.code), dispose: handle.dispose }
    },
  }
}

const makeElement = (flow: GalleryFlow, app: string): HTMLElement => {
  const { tag, attributes = {} } = elementOf(flow)
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries({ app, ...attributes })) element.setAttribute(name, value)
  return element
}

/** A place where one picture is shown at a time. */
export interface Gallery {
  /**
   * Shows `flow/step/scene`; resolves to `false` when there is no such picture, or another one was requested meanwhile.
   */
  show(id: string): Promise<boolean>
  /** Sets the color scheme; with `auto`, the operating system decides. */
  setScheme(scheme: 'light' | 'dark' | 'auto'): void
  close(): void
}

/** Renders every step of the login box, and the billing pages in every state, from sample states and without an API. */
export const openGallery = (container: Element): Gallery => {
  const removeStillCard = installStillCard()
  let round = 0
  let shown: { app: App; element: HTMLElement } | undefined
  let scheme = 'auto'
  const dress = () => {
    if (shown) shown.element.dataset.scheme = scheme
  }
  const close = () => {
    shown?.element.remove()
    shown?.app.dispose()
    shown = undefined
  }
  return {
    async show(id) {
      const found = findScene(id)
      if (!found) return false
      round += 1
      const mine = round
      const name = `gallery${mine}`
      const app = await openStill(found.flow, found.scene, name)
      if (mine !== round) {
        app.dispose()
        return false
      }
      close()
      defineElements()
      apps.open(name, app.baseUrl, () => app)
      const element = makeElement(found.flow, name)
      shown = { app, element }
      dress()
      container.append(element)
      return true
    },
    setScheme(next) {
      scheme = next
      dress()
    },
    close() {
      round += 1
      close()
      removeStillCard()
    },
  }
}
