/**
 * Creates work that runs once at a time: a call while it runs makes it run once more. `onIdle` is called after the last
 * run.
 */
export const createLane = (work, onIdle) => {
  let isRunning = false
  let isWanted = false
  const loop = async () => {
    isRunning = true
    while (isWanted) {
      isWanted = false
      await work()
    }
    isRunning = false
    onIdle()
  }
  return {
    isIdle: () => !isRunning,
    run() {
      isWanted = true
      if (!isRunning) loop()
    },
  }
}
