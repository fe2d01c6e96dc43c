import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/** Nothing is loaded from elsewhere: no fonts, no image service, no telemetry (its variable is set by the start script). */
export default {
  outputFileTracingRoot: here,
  poweredByHeader: false,
  images: { unoptimized: true },
}
