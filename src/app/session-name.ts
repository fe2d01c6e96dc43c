import type { InitOptions } from './options.ts'

/** Returns the session's name. Tabs with the same name share one session. */
export const sessionNameOf = ({ name, options }: { name: string; options: InitOptions }): string => {
  const { baseUrl, clientId } = options.contextOptions ?? {}
  return [String(baseUrl ?? 'preview'), clientId ?? '', name].join('|')
}
