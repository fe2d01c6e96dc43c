import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { root } from '../project.mjs'

const CHILD = fileURLToPath(new URL('types-child.mjs', import.meta.url))
/** Checks the types in a separate process, so that nothing is blocked. */
export const watchTypes = (folder, onProblems) => {
  const child = fork(CHILD, [folder], { cwd: root })
  child.on('error', () => undefined)
  child.on('message', onProblems)
  return () => child.kill('SIGKILL')
}
