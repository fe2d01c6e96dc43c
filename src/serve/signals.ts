/** A Ctrl+C reaches every process of a terminal, and npm passes it on once more. */
const REPEATED_MS = 500

interface SignalHandlers {
  /** The server is to end in order. */
  first(): void
  /** The server is to end at once. */
  second(): void
}

/** Calls `first` on SIGTERM or Ctrl+C, and `second` on the next of them. */
export const onEndSignals = ({ first, second }: SignalHandlers): void => {
  let endedAt: number | undefined
  const end = (signal: NodeJS.Signals) => {
    if (endedAt === undefined) {
      endedAt = performance.now()
      return first()
    }
    if (signal === 'SIGINT' && performance.now() - endedAt < REPEATED_MS) return
    second()
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
