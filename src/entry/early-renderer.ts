import type { Renderer, RendererOptions } from '../elements/renderers.ts'
import { lazy } from '../kernel/lazy.ts'
import { loadChunk } from '../kernel/load-chunk.ts'

type RendererName = 'LoginBoxRenderer' | 'AdminPortalRenderer'

const importRenderers = () => import('../elements/renderers.ts')

/** Creates a renderer whose methods run once its code has loaded. */
export const createEarlyRenderer = (
  kind: RendererName,
  name: string,
  themeOptions?: Record<string, unknown>,
  options?: RendererOptions,
): Renderer => {
  const made = lazy(async () => (await loadChunk(importRenderers))[kind](name, themeOptions, options))
  // `render` reports a failed load.
  const later = (task: (renderer: Renderer) => void) => void made().then(task, () => {})
  return {
    render: async (container) => (await made()).render(container),
    setTheme: (next) => later((renderer) => renderer.setTheme(next)),
    setStaticRoute: (route) => later((renderer) => renderer.setStaticRoute(route)),
    unmount: () => later((renderer) => renderer.unmount()),
  }
}
