import { execFile, spawnSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The commit that upgrades are tested from. Its sources run with the packages of the current lockfile, and the current
 * release has more migrations. Changing it needs a new decision record
 * (src/decisions/0138-two-releases-on-one-database.md).
 */
export const BASELINE = 'e5eeb67a'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The folder is in the repository, so that the sources in it can resolve the installed packages. */
const FOLDER = join(ROOT, '.work', 'baseline')
const PARTS = ['src', 'cdn', 'demo-host', 'package.json', 'tsconfig.json']

/** Returns why the baseline can't be extracted, or `false`. */
export const baselineMissing = (): string | false =>
  spawnSync('git', ['cat-file', '-e', `${BASELINE}^{commit}`], { cwd: ROOT }).status === 0
    ? false
    : `the history has no commit ${BASELINE}`

/** Extracts the sources of the baseline and returns the script of its server; `remove` deletes them. */
export const extractBaseline = async (): Promise<{ script: string; remove(): Promise<void> }> => {
  const remove = () => rm(FOLDER, { recursive: true, force: true })
  await remove()
  await mkdir(FOLDER, { recursive: true })
  const archive = join(FOLDER, 'baseline.tar')
  await run('git', ['archive', `--output=${archive}`, BASELINE, ...PARTS], { cwd: ROOT })
  await run('tar', ['-x', '-f', archive, '-C', FOLDER])
  return { script: join(FOLDER, 'src/serve/rolling-server.test-kit.ts'), remove }
}
