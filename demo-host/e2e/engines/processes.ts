import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'

const START_MS = 30_000
const END_MS = 5_000

const started = new Set<ChildProcess>()
// A test run that is interrupted leaves no browser behind.
process.once('exit', () => {
  for (const child of started) signal(child, 'SIGKILL')
})

/** Its whole process group, because browsers start processes of their own. */
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

/** Tries again until it works or the time is up; throws the last error then. */
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
