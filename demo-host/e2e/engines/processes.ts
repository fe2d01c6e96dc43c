import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

const START_MS = 30_000
const END_MS = 5_000

const started = new Set<ChildProcess>()
// An interrupted test run must not leave browsers running.
process.once('exit', () => {
  for (const child of started) signal(child, 'SIGKILL')
})

/** Signals the whole process group, because browsers start more processes. */
const signal = ({ pid }: ChildProcess, name: 'SIGTERM' | 'SIGKILL') => {
  try {
    if (pid) process.kill(-pid, name)
  } catch {
    // It has ended already.
  }
}

export const start = (command: string, args: readonly string[], options: SpawnOptions = {}): ChildProcess => {
  const child = spawn(command, args, { stdio: 'ignore', ...options, detached: true })
  started.add(child)
  child.once('exit', () => started.delete(child))
  child.once('error', () => started.delete(child))
  return child
}

export const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return signal(child, 'SIGKILL')
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  signal(child, 'SIGTERM')
  await Promise.race([exited, wait(END_MS, undefined, { ref: false })])
  signal(child, 'SIGKILL')
}

/** Tries again until it succeeds or the time is up; then throws the last error. */
export const eventually = async <Result>(attempt: () => Promise<Result>, withinMs = START_MS): Promise<Result> => {
  const until = Date.now() + withinMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > until) throw error
      await wait(50)
    }
  }
}
