export const LOG_LEVELS = { error: 40, warn: 30, info: 20, debug: 10 } as const
export type LogLevel = keyof typeof LOG_LEVELS

export interface Logger {
  error(message: string, cause?: unknown): void
  warn(message: string, cause?: unknown): void
  info(message: string, cause?: unknown): void
  debug(message: string, cause?: unknown): void
}

/** Creates a logger that writes lines at or above `level` (default warn) to `sink`. */
export const createLogger = (
  level: LogLevel = 'warn',
  sink: Pick<Console, 'error' | 'warn' | 'info' | 'debug'> = console,
): Logger => {
  const at = (line: LogLevel) => (message: string, cause?: unknown) => {
    if (LOG_LEVELS[line] < LOG_LEVELS[level]) return
    if (cause === undefined) sink[line](`[front-entry] ${message}`)
    else sink[line](`[front-entry] ${message}`, cause)
  }
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }
}
