// Measures sign-ins at ten times the rate that a process can handle: refusals, waiting times, memory and recovery.

const FACTOR = 10
/** Runs clients that each send their next sign-in when the one before it has ended. */
const UNLOADED = { clients: 2, calls: 40 }
const CAPACITY = { clients: 8, seconds: 3 }
const READ_EVERY_MS = 100
/** The process accepts the first burst as a whole, which raises the p99, above all on a slow machine. */
const BURST_MS = 5_000

const quantile = (times, part) =>
  times.toSorted((one, other) => one - other)[Math.floor(part * (times.length - 1))] ?? Number.NaN

const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Lets several clients repeat `call` until `mayGoOn` returns `false`. */
const closedLoop = async (clients, call, mayGoOn) => {
  const times = []
  const client = async () => {
    while (mayGoOn(times.length)) {
      const { ms, status } = await call()
      if (status === 200) times.push(ms)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return times
}

/** Calls begin at a fixed rate, whether or not those before them have ended. */
const openLoop = async (perSecond, seconds, call) => {
  const pending = []
  const startedAt = performance.now()
  const end = startedAt + seconds * 1_000
  while (performance.now() < end) {
    const due = ((performance.now() - startedAt) / 1_000) * perSecond
    while (pending.length < due) {
      const at = performance.now() - startedAt
      pending.push(call().then((result) => ({ ...result, at })))
    }
    await delay(5)
  }
  return Promise.all(pending)
}

/** Repeats `call` at a low rate until the returned function is called, which returns its times and other statuses. */
const inBackground = (call) => {
  const [times, refused] = [[], []]
  let isOver = false
  const running = (async () => {
    while (!isOver) {
      const { ms, status } = await call()
      if (status === 200) times.push(ms)
      else refused.push(status)
      await delay(READ_EVERY_MS)
    }
  })()
  return async () => {
    isOver = true
    await running
    return { times, refused }
  }
}

/** Watches the memory of the process until the returned function is called, which returns the highest value. */
const watchMemory = (readRss) => {
  let [most, isOver] = [0, false]
  const running = (async () => {
    while (!isOver) {
      most = Math.max(most, await readRss())
      await delay(250)
    }
  })()
  return async () => {
    isOver = true
    await running
    return most
  }
}

/**
 * Measures without load before and after the overload, because other work on the machine changes in the meantime.
 *
 * @param signIn signs one of many users in, as `{ ms, status }`; status 0 if there was no response
 * @param read reads as a signed-in user, with the same result
 * @param readFigures returns `rssMb`, `cpuMs`, and `signIns`: the sign-ins since the last call, with the `ms` and
 *   `status` that the process measured
 */
export const measureOverload = async ({ signIn, read, readFigures, seconds }) => {
  const inProcess = []
  const readNow = async () => {
    const { signIns, ...figures } = await readFigures()
    inProcess.push(...signIns.filter(({ status }) => status === 200).map(({ ms }) => ms))
    return figures
  }
  const readRss = async () => (await readNow()).rssMb
  const readCpu = async () => (await readNow()).cpuMs
  const takeInProcess = async () => {
    await readNow()
    return inProcess.splice(0)
  }
  const withoutLoad = async () => {
    await takeInProcess()
    const from = await readCpu()
    const endReads = inBackground(read)
    const times = await closedLoop(UNLOADED.clients, signIn, (count) => count < UNLOADED.calls)
    const reads = await endReads()
    return { times, reads: reads.times, cpuMs: (await readCpu()) - from, inProcess: await takeInProcess() }
  }
  await closedLoop(UNLOADED.clients, signIn, (count) => count < UNLOADED.calls)
  const earlier = await withoutLoad()
  const until = performance.now() + CAPACITY.seconds * 1_000
  const capacity =
    (await closedLoop(CAPACITY.clients, signIn, () => performance.now() < until)).length / CAPACITY.seconds
  const rss = { before: await readRss(), most: 0, after: 0 }
  await takeInProcess()
  const cpuBefore = await readCpu()
  const endMemory = watchMemory(readRss)
  const endReads = inBackground(read)
  const results = await openLoop(FACTOR * capacity, seconds, signIn)
  const overAt = performance.now()
  const reads = await endReads()
  rss.most = await endMemory()
  const cpuMs = (await readCpu()) - cpuBefore
  const acceptedInProcess = await takeInProcess()
  const limit = 2 * quantile(earlier.times, 0.5)
  let recovery = await signIn()
  while (recovery.status !== 200 || recovery.ms > limit) recovery = await signIn()
  const recoveredMs = performance.now() - overAt
  const later = await withoutLoad()
  rss.after = await readRss()
  const timesOf = (wanted, from = 0) =>
    results.filter(({ status, at }) => status === wanted && at >= from).map(({ ms }) => ms)
  const unloaded = Object.fromEntries(
    ['times', 'reads', 'cpuMs', 'inProcess'].map((name) => [name, [earlier[name], later[name]].flat()]),
  )
  return {
    unloaded,
    capacity,
    seconds,
    accepted: timesOf(200),
    afterBurst: timesOf(200, BURST_MS),
    acceptedInProcess,
    refused: timesOf(429),
    results,
    reads,
    cpuMs,
    rss,
    recoveredMs,
  }
}

const ratioOf = (loaded, unloaded) => (quantile(loaded, 0.99) / quantile(unloaded, 0.99)).toFixed(1)

/**
 * Returns the CPU time of a sign-in without load, and that of a refusal: the overload's CPU time without that of its
 * accepted sign-ins, for each refusal.
 */
const refusalCpu = ({ unloaded, accepted, refused, cpuMs }) => {
  const each = unloaded.cpuMs.reduce((sum, ms) => sum + ms, 0) / unloaded.times.length
  return { each, refusal: (cpuMs - accepted.length * each) / refused.length }
}

export const printOverload = (found) => {
  const { unloaded, capacity, seconds, accepted, afterBurst, refused, results, reads, rss, recoveredMs } = found
  const { acceptedInProcess } = found
  const p = (times) => `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`
  const other = results.length - accepted.length - refused.length
  const cpu = refusalCpu(found)
  console.log(
    `\nOverload: ${FACTOR} × ${capacity.toFixed(0)} sign-ins per second for ${seconds} s, PostgreSQL, one process`,
  )
  console.log(`unloaded    ${unloaded.times.length}: ${p(unloaded.times)}`)
  console.log(`accepted    ${accepted.length} (${(accepted.length / seconds).toFixed(0)} per second): ${p(accepted)}`)
  console.log(`refused     ${refused.length} with 429: ${p(refused)}`)
  console.log(`other       ${other}`)
  console.log(`in process  unloaded ${p(unloaded.inProcess)}; accepted ${p(acceptedInProcess)}`)
  console.log(
    `p99 ratio   accepted to unloaded: ${ratioOf(accepted, unloaded.times)} at the client, ${ratioOf(acceptedInProcess, unloaded.inProcess)} in the process`,
  )
  console.log(
    `            after the first ${BURST_MS / 1_000} s: ${ratioOf(afterBurst, unloaded.times)} at the client (${p(afterBurst)})`,
  )
  console.log(
    `reads       unloaded ${p(unloaded.reads)}; during the overload ${reads.times.length} with 200: ${p(reads.times)}; ${reads.refused.length} others`,
  )
  console.log(`processor   ${cpu.each.toFixed(1)} ms for a sign-in, ${cpu.refusal.toFixed(2)} ms for a refusal`)
  console.log(`memory      ${rss.before} MB before, ${rss.most} MB at most, ${rss.after} MB after`)
  console.log(`recovered   ${recoveredMs.toFixed(0)} ms after the last call began`)
}
