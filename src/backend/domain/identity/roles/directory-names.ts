import type { Ports } from '../../../ports.ts'

interface Managed {
  directoryId: string | null
}

type Names = ReadonlyMap<string, string>

/** Returns the names of the directory connections that manage these records, by id. */
export const directoryNames = async ({ store }: Pick<Ports, 'store'>, managed: readonly Managed[]): Promise<Names> => {
  const ids = [...new Set(managed.flatMap(({ directoryId }) => directoryId ?? []))]
  const found = ids.length ? await store.directoryConnections.list({ id: { in: ids } }) : []
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Returns the `directory` field with the source of a user or a group, if there is one. */
export const directoryOf = (names: Names, { directoryId }: Managed): { directory?: string } => {
  const directory = directoryId === null ? undefined : names.get(directoryId)
  return directory === undefined ? {} : { directory }
}
