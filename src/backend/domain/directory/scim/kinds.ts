import { inChunks } from '../../../store/in-chunks.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { DirectoryGroupRecord, DirectoryUserRecord } from '../../../store/records.ts'
import type { Collection } from '../../../store/store.ts'
import { iso } from '../../base/wire/wire.ts'
import { scimUrl } from '../provisioning/connections.ts'
import type { DirectoryCall } from '../provisioning/directory-call.ts'
import type { ScimObject } from '../provisioning/directory-facts.ts'
import { GROUP, type ResourceType, USER } from './schema.ts'

/** One operation on resources: a single request, or a part of a bulk request. */
export interface Operation {
  call: DirectoryCall
  method: string
  /** The segments of the path, such as `Users` and `2819c223`. */
  segments: readonly string[]
  query: Readonly<Record<string, unknown>>
  body: ScimObject
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
}

export type Row = DirectoryUserRecord | DirectoryGroupRecord

/** The differences between users and groups, which are otherwise listed, searched, and shown alike. */
export interface Kind {
  type: ResourceType
  /** The attribute that is read from other rows: the groups of a user, or the members of a group. */
  relation: 'groups' | 'members'
  rows(call: DirectoryCall): Collection<Row>
  related(call: DirectoryCall, rows: readonly Row[]): Promise<Map<string, ScimObject[]>>
}

const byKey = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> => {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    const list = found.get(keyOf(item))
    if (list) list.push(item)
    else found.set(keyOf(item), [item])
  }
  return found
}

const shownName = (row: Pick<Row, 'resource'>): string => {
  const { displayName, userName } = jsonOf(row.resource)
  return typeof displayName === 'string' ? displayName : String(userName ?? '')
}

const related = async (call: DirectoryCall, rows: readonly Row[], relation: Kind['relation']) => {
  const { store, config } = call.ports
  const [own, other] = relation === 'groups' ? (['userId', 'groupId'] as const) : (['groupId', 'userId'] as const)
  const links = await inChunks(rows, (part) =>
    store.directoryMemberships.listFields({ [own]: { in: part.map(({ id }) => id) } }, ['userId', 'groupId']),
  )
  const ids = [...new Set(links.map((link) => link[other]))]
  const target = relation === 'groups' ? GROUP : USER
  const collection = relation === 'groups' ? store.directoryGroups : store.directoryUsers
  const found = await inChunks<string, Pick<Row, 'id' | 'resource'>>(ids, (part) =>
    (collection as Collection<Row>).listFields({ id: { in: part } }, ['id', 'resource']),
  )
  const names = new Map(found.map((row) => [row.id, shownName(row)]))
  const shown = (id: string): ScimObject => ({
    value: id,
    $ref: scimUrl(config, `${target.endpoint}/${id}`),
    display: names.get(id) ?? '',
    type: relation === 'groups' ? 'direct' : 'User',
  })
  return new Map(
    [...byKey(links, (link) => link[own])].map(([id, list]) => [id, list.map((link) => shown(link[other]))]),
  )
}

// The two collections differ only in columns that only the code of their own kind writes.
export const USERS: Kind = {
  type: USER,
  relation: 'groups',
  rows: ({ ports }) => ports.store.directoryUsers as Collection<DirectoryUserRecord> as Collection<Row>,
  related: (call, rows) => related(call, rows, 'groups'),
}

export const GROUPS: Kind = {
  type: GROUP,
  relation: 'members',
  rows: ({ ports }) => ports.store.directoryGroups as Collection<DirectoryGroupRecord> as Collection<Row>,
  related: (call, rows) => related(call, rows, 'members'),
}

export const versionOf = ({ version }: Pick<Row, 'version'>): string => `W/"${version}"`

const schemasOf = ({ core, extensions }: ResourceType, resource: ScimObject): string[] => [
  core.id,
  ...extensions.flatMap(({ id }) => (resource[id] === undefined ? [] : [id])),
]

/** Returns resources as clients see them, before a projection. Relations are read only if they are needed. */
export const resourcesOf = async (
  call: DirectoryCall,
  { kind, rows, withRelation }: { kind: Kind; rows: readonly Row[]; withRelation: boolean },
): Promise<ScimObject[]> => {
  const relations = withRelation && rows.length ? await kind.related(call, rows) : new Map<string, ScimObject[]>()
  return rows.map((row) => {
    const resource: ScimObject = jsonOf(row.resource)
    const list = relations.get(row.id)
    return {
      ...resource,
      schemas: schemasOf(kind.type, resource),
      id: row.id,
      ...(list && { [kind.relation]: list }),
      meta: {
        resourceType: kind.type.name,
        created: iso(row.createdAt),
        lastModified: iso(row.updatedAt),
        location: scimUrl(call.ports.config, `${kind.type.endpoint}/${row.id}`),
        version: versionOf(row),
      },
    }
  })
}
