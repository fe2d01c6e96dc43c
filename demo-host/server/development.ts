import { type DemoHost, startDemoHost } from './demo-host.ts'
import { readDemoSettings } from './settings.ts'
import { linesOfStart } from './start-lines.ts'

export { explainStart, isNamedStartError } from './start-lines.ts'

/**
 * Opens the part of the demo that `npm run dev` reloads after each edit: everything but the CDN, which another process
 * serves.
 */
export const openDevelopmentHost = async (
  env: NodeJS.ProcessEnv,
  root: string,
): Promise<Pick<DemoHost, 'close'> & { lines: string[] }> => {
  const settings = readDemoSettings(env, root)
  const host = await startDemoHost({ ...settings, cdn: 'elsewhere' })
  return { close: host.close, lines: linesOfStart(settings, host.origins) }
}
