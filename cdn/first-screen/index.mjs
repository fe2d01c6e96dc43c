import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../demo-host/scripts/project.mjs'

const MAX_BYTES = 1_000_000

/**
 * Returns the first screen of the login box as JSON, as React renders it
 * (src/decisions/0119-first-screen-before-react.md).
 */
export const recordFirstScreen = async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'cdn/first-screen/record.mjs')], {
    maxBuffer: MAX_BYTES,
  })
  return stdout
}
