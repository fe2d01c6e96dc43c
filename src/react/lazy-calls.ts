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
    const table = calls[group] as unknown as Readonly<Record<string, Call>> // by the names above
    return table[name]?.(...given)
  }
  const bound = Object.fromEntries(names.map((name) => [name, (...given: unknown[]) => call(name, given)]))
  return bound as unknown as Pick<Calls[Group], Name> // what the line above builds
}

/** Calls of the API that wait for their code; the same object as long as the app is the same. `names` is a constant. */
export const useLateCalls = <Group extends keyof Calls, Name extends keyof Calls[Group] & string>(
  group: Group,
  names: readonly Name[],
): Pick<Calls[Group], Name> => {
  const app = useFrontEntry()
  return useMemo(() => lazyCalls(app, group, names), [app, group, names])
}
