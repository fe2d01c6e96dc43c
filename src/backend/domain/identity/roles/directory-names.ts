import type { Ports } from '../../../ports.ts'

interface Managed {
  directoryId: string | null
}

type Names = ReadonlyMap<string, string>

/** Names of the connections that manage these, by id. */
export const directoryNames = async ({ store }: Pick<Ports, 'store'>, managed: readonly Managed[]): Promise<Names> => {
  const ids = [...new Set(managed.flatMap(({ directoryId }) => directoryId ?? []))]
  const found = ids.length ? await store.directoryConnections.list({ id: { in: ids } }) : []
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** The field that names the source of a user or a group, for those that have one. */
export const directoryOf = (names: Names, { directoryId }: Managed): { directory?: string } => {
  const directory = directoryId === null ? undefined : names.get(directoryId)
  return directory === undefined ? {} : { directory }
}
