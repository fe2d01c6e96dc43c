/** Ctrl+C reaches every process of a terminal, and npm forwards it once more. */
const REPEATED_MS = 500

interface SignalHandlers {
  /** Ends the server gracefully. */
  first(): void
  /** Ends the server at once. */
  second(): void
}

/** Calls `first` on SIGTERM or Ctrl+C, and `second` on the next one. */
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
