import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearestName } from '../kernel/nearest-name.ts'
import { SettingError } from '../serve/setting-values.ts'

const isUnknownFlag = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'

const adviceFor = (args: readonly string[], known: readonly string[]): string => {
  const names = args.map((arg) => /^--?([^=]+)/.exec(arg)?.[1] ?? '')
  const wrong = names.find((name) => name && !known.includes(name)) ?? ''
  const meant = known.find((name) => wrong && name.startsWith(wrong)) ?? nearestName(wrong, known)
  const flags = known.map((name) => `--${name}`).join(', ')
  return `There is no flag '--${wrong}'${meant ? `; did you mean --${meant}?` : `. The flags are ${flags}.`}`
}

/**
 * Reads flags and other arguments of a command.
 *
 * @throws SettingError for a flag that doesn't exist or has no value, and for an argument that nothing reads
 */
export const readArguments = <Config extends ParseArgsConfig & { args: string[]; options: object }>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  try {
    return parseArgs(config)
  } catch (error) {
    if (isUnknownFlag(error)) throw new SettingError(adviceFor(config.args, Object.keys(config.options)))
    throw new SettingError(error instanceof Error ? error.message : String(error))
  }
}
