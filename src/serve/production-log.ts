import { AsyncLocalStorage } from 'node:async_hooks'
import pino from 'pino'
import { withErrorTexts } from '../backend/call/error-text.ts'
import type { Logger, LogLevel } from '../kernel/logger.ts'
import { isRecord, parseJson } from '../kernel/safe-json.ts'

/**
 * Fields of a line in addition to its time, level and text. Bodies, queries, headers and unmodified paths are never
 * included.
 */
interface AccessLine {
  requestId: string
  method: string
  /** Path with placeholders; `unmatched` when there is no operation. */
  route: string
  status: number
  durationMs: number
  tenantId?: string
  userId?: string
}

export interface ProductionLog extends Logger {
  access(line: AccessLine): void
  /** Adds the request ID to lines that `work` logs. */
  inRequest<Result>(requestId: string, work: () => Result): Result
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Formats a line for a terminal: time, level, text, then the fields. */
export const readable = (line: string): string => {
  const fields = parseJson(line)
  if (!isRecord(fields)) return line
  const { time, level, msg, err, ...more } = fields
  const pairs = Object.entries(more).map(([name, value]) => `${name}=${shown(value)}`)
  const clock = String(time).slice(11, 23)
  const first = [clock, String(level).toUpperCase().padEnd(5), msg, ...pairs].join(' ')
  return `${[first, ...(err === undefined ? [] : [shown(err)])].join('\n')}\n`
}

interface Sink {
  write(line: string): void
}

const terminal: Sink = { write: (line) => void process.stdout.write(readable(line)) }

/** Lines wait up to this size for a full disk; later ones are dropped. */
const MAX_WAITING_BYTES = 1_000_000

/** Creates a sink that writes lines to an open file or pipe. One that can't be written costs lines, not the process. */
export const fileSink = (fd: number): Sink => {
  const destination = pino.destination({ fd, sync: true, maxLength: MAX_WAITING_BYTES })
  // pino itself expects only a closed pipe.
  destination.on('error', () => undefined)
  return destination
}

/** Creates a log of lines at or above `level`: one JSON object each, or readable lines in a terminal. */
export const createProductionLog = (
  level: LogLevel,
  sink: Sink = process.stdout.isTTY ? terminal : fileSink(1),
): ProductionLog => {
  const context = new AsyncLocalStorage<{ requestId: string }>()
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin: () => context.getStore() ?? {},
  }
  const lines = pino(options, sink)
  const at = (name: LogLevel) => (message: string, cause?: unknown) => {
    if (cause === undefined) return lines[name](message)
    lines[name]({ err: cause }, message)
  }
  return {
    ...withErrorTexts({ error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }),
    access: (line) => lines.info(line, 'request'),
    inRequest: (requestId, work) => context.run({ requestId }, work),
  }
}
