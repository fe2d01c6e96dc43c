// Runs the compiler in a thread: during a pass, which takes seconds, it could not notice that `npm run dev` has ended.
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

/** The compiler uses a core for seconds after each edit; the builds have priority. */
const LOW_PRIORITY = 15
/** A thread has less memory than a process by default. */
const MAX_MEMORY_MB = 4_096

try {
  setPriority(LOW_PRIORITY)
} catch {
  // Some systems let no program change it.
}
const worker = new Worker(new URL('types-worker.mjs', import.meta.url), {
  workerData: { folder: process.argv[2] },
  resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
})
worker.on('message', (problems) => process.send?.(problems))
process.on('disconnect', () => process.exit())
