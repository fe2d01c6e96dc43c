import { useMemo } from 'react'
import type { FeApp } from '../index.ts'
import { NotStartedError } from './auth-actions.ts'
import type { Calls } from './loaded-hooks.ts'
import { useFrontEntry } from './provider.tsx'

type Call = (...given: unknown[]) => Promise<unknown>

const lazyCalls = <Group extends keyof Calls, Name extends keyof Calls[Group] & string>(
  app: FeApp | undefined,
  group: Group,
  names: readonly Name[],
): Pick<Calls[Group], Name> => {
  const call = async (name: Name, given: unknown[]) => {
    if (!app) throw new NotStartedError('Front Entry has not started yet: call actions from handlers and effects')
    const { calls } = await app.headless()
    // The names above are the keys of this table.
    const table = calls[group] as unknown as Readonly<Record<string, Call>>
    return table[name]?.(...given)
  }
  const bound = Object.fromEntries(names.map((name) => [name, (...given: unknown[]) => call(name, given)]))
  return bound as unknown as Pick<Calls[Group], Name> // the mapped type mirrors what the line above builds
}

/**
 * Returns API calls that wait until their code has loaded. The object stays the same as long as the app does; `names`
 * must be a constant.
 */
export const useLateCalls = <Group extends keyof Calls, Name extends keyof Calls[Group] & string>(
  group: Group,
  names: readonly Name[],
): Pick<Calls[Group], Name> => {
  const app = useFrontEntry()
  return useMemo(() => lazyCalls(app, group, names), [app, group, names])
}
