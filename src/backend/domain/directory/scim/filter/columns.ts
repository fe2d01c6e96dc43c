import type { DirectoryGroupRecord, DirectoryUserRecord } from '../../../../store/records.ts'
import type { ResourceType, Target } from '../schema.ts'

type Row = DirectoryUserRecord & DirectoryGroupRecord

/** The column that stores an attribute; attributes without one are read from the resource. */
export type Column =
  | { kind: 'text' | 'time' | 'flag'; field: keyof Row & string }
  | { kind: 'id' }
  | { kind: 'lines'; field: keyof Row & string }
  | { kind: 'members' }

const COMMON: Readonly<Record<string, Column>> = {
  id: { kind: 'id' },
  externalId: { kind: 'text', field: 'externalIdKey' },
  displayName: { kind: 'text', field: 'displayNameKey' },
  'meta.created': { kind: 'time', field: 'createdAt' },
  'meta.lastModified': { kind: 'time', field: 'updatedAt' },
}

const COLUMNS: Readonly<Record<ResourceType['name'], Readonly<Record<string, Column>>>> = {
  User: {
    ...COMMON,
    userName: { kind: 'text', field: 'userNameKey' },
    'name.givenName': { kind: 'text', field: 'givenNameKey' },
    'name.familyName': { kind: 'text', field: 'familyNameKey' },
    emails: { kind: 'lines', field: 'emailsText' },
    'emails.value': { kind: 'lines', field: 'emailsText' },
    active: { kind: 'flag', field: 'active' },
  },
  Group: { ...COMMON, members: { kind: 'members' }, 'members.value': { kind: 'members' } },
}

export const columnOf = (type: ResourceType, { extension, attribute, sub }: Target): Column | undefined => {
  if (extension !== undefined || !attribute) return undefined
  const columns = COLUMNS[type.name]
  const path = sub ? `${attribute.name}.${sub.name}` : attribute.name
  return Object.hasOwn(columns, path) ? columns[path] : undefined
}
