import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Returns whether a program has ended; one that a signal ended has no exit code. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Resolves once the program has ended, even if it had ended before. */
export const endProgram = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
