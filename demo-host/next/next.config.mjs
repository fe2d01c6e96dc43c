import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

/**
 * Nothing is loaded from other servers: no fonts, no image service, no telemetry (the start script sets its variable).
 */
export default {
  outputFileTracingRoot: here,
  poweredByHeader: false,
  images: { unoptimized: true },
}
