// Measures sign-ins at ten times the rate that a process can handle: refusals, waiting times, memory and recovery.

const FACTOR = 10
/** Runs clients that each send their next sign-in when the one before it has ended. */
const UNLOADED = { clients: 2, calls: 40 }
const CAPACITY = { clients: 8, seconds: 3 }

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
    while (pending.length < due) pending.push(call())
    await delay(5)
  }
  return Promise.all(pending)
}

/**
 * @param signIn signs one of many users in, as `{ ms, status }`; status 0 if there was no response
 * @param readFigures `rssMb`, and in `signIns` the `ms` and `status` in the process of those since the last call
 */
export const measureOverload = async ({ signIn, readFigures, seconds }) => {
  const accepted = []
  const readRss = async () => {
    const { rssMb, signIns } = await readFigures()
    accepted.push(...signIns.filter(({ status }) => status === 200).map(({ ms }) => ms))
    return rssMb
  }
  /** Takes the times of accepted sign-ins in the process until now. */
  const takeInProcess = async () => {
    await readRss()
    return accepted.splice(0)
  }
  await takeInProcess()
  const unloaded = await closedLoop(UNLOADED.clients, signIn, (count) => count < UNLOADED.calls)
  const unloadedInProcess = await takeInProcess()
  const until = performance.now() + CAPACITY.seconds * 1_000
  const capacity =
    (await closedLoop(CAPACITY.clients, signIn, () => performance.now() < until)).length / CAPACITY.seconds
  const rss = { before: await readRss(), most: 0, after: 0 }
  await takeInProcess()
  let isOver = false
  const watch = (async () => {
    while (!isOver) {
      rss.most = Math.max(rss.most, await readRss())
      await delay(250)
    }
  })()
  const results = await openLoop(FACTOR * capacity, seconds, signIn)
  const overAt = performance.now()
  const acceptedInProcess = await takeInProcess()
  const limit = 2 * quantile(unloaded, 0.5)
  let recovery = await signIn()
  while (recovery.status !== 200 || recovery.ms > limit) recovery = await signIn()
  const recoveredMs = performance.now() - overAt
  isOver = true
  await watch
  rss.after = await readRss()
  const timesOf = (wanted) => results.filter(({ status }) => status === wanted).map(({ ms }) => ms)
  return {
    unloaded,
    unloadedInProcess,
    capacity,
    seconds,
    accepted: timesOf(200),
    acceptedInProcess,
    refused: timesOf(429),
    results,
    rss,
    recoveredMs,
  }
}

const ratioOf = (loaded, unloaded) => (quantile(loaded, 0.99) / quantile(unloaded, 0.99)).toFixed(1)

export const printOverload = (found) => {
  const { unloaded, unloadedInProcess, capacity, seconds } = found
  const { accepted, acceptedInProcess, refused, results, rss, recoveredMs } = found
  const p = (times) => `p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms`
  const other = results.length - accepted.length - refused.length
  console.log(
    `\nOverload: ${FACTOR} × ${capacity.toFixed(0)} sign-ins per second for ${seconds} s, PostgreSQL, one process`,
  )
  console.log(`unloaded    ${p(unloaded)}`)
  console.log(`accepted    ${accepted.length} (${(accepted.length / seconds).toFixed(0)} per second): ${p(accepted)}`)
  console.log(`refused     ${refused.length} with 429: ${p(refused)}`)
  console.log(`other       ${other}`)
  console.log(`in process  unloaded ${p(unloadedInProcess)}; accepted ${p(acceptedInProcess)}`)
  console.log(
    `p99 ratio   accepted to unloaded: ${ratioOf(accepted, unloaded)} at the client, ${ratioOf(acceptedInProcess, unloadedInProcess)} in the process`,
  )
  console.log(`memory      ${rss.before} MB before, ${rss.most} MB at most, ${rss.after} MB after`)
  console.log(`recovered   ${recoveredMs.toFixed(0)} ms after the last call began`)
}
