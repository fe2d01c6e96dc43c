import type { InitOptions } from '../../app/options.ts'
import { start } from '../start.ts'

/** Calls `init` on a page where the core has loaded. */
export const startApp = (options: InitOptions, name = 'default') =>
  start(options, { name, hostname: window.location.hostname })
