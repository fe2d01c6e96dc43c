/** Ctrl+C and a closed terminal reach every process of it, and npm or the shell forwards them once more. */
const REPEATED_MS = 500

interface SignalHandlers {
  /** Ends the server gracefully. */
  first(): void
  /** Ends the server at once. */
  second(): void
}

/** Calls `first` on SIGTERM, on Ctrl+C, or when the terminal closes, and `second` on the next one. */
export const onEndSignals = ({ first, second }: SignalHandlers): void => {
  let endedAt: number | undefined
  const end = (signal: NodeJS.Signals) => {
    if (endedAt === undefined) {
      endedAt = performance.now()
      return first()
    }
    if (signal !== 'SIGTERM' && performance.now() - endedAt < REPEATED_MS) return
    second()
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('SIGHUP', end)
}
