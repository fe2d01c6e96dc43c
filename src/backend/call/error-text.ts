import type { Logger } from '../../kernel/logger.ts'

/** The query of a URL may hold a token, and the JSON parser repeats the text that it can't read. */
const messageOf = (error: Error): string =>
  error instanceof SyntaxError ? 'malformed text' : error.message.replace(/\?[^\s"']+/g, '?…')

/** Returns the part of an error that may be logged: drivers put private values of a failed statement behind `params:`. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof Error)) return 'An unknown error'
  const message = messageOf(error).split(/\n?params:/)[0] ?? ''
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const cause = error.cause instanceof Error ? [`caused by ${errorText(error.cause)}`] : []
  return [`${error.name}: ${message}`, ...frames, ...cause].join('\n')
}

/** Wraps a log so that its lines have the text of an error instead of the error, whose fields may be private. */
export const withErrorTexts = (log: Logger): Logger => {
  const at = (level: keyof Logger) => (message: string, cause?: unknown) =>
    log[level](message, cause === undefined || typeof cause === 'string' ? cause : errorText(cause))
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }
}
